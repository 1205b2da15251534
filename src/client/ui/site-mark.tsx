import styles from './site-mark.module.css'

type SiteMarkProps = { name: string; logo: string | null }

/** The logo of the site, or its name with a dot in the accent colour. */
export const SiteMark = ({ name, logo }: SiteMarkProps) =>
  logo ? (
    <img className={styles.logo} src={logo} alt={name} height={32} />
  ) : (
    <>
      {name}
      <span className={styles.stop} aria-hidden="true" />
    </>
  )
