import styles from './site-mark.module.css'

type SiteMarkProps = { name: string; logo: string | null }

/** The site's picture, or its name with the accent as its full stop. */
export const SiteMark = ({ name, logo }: SiteMarkProps) =>
  logo ? (
    <img className={styles.logo} src={logo} alt={name} height={32} />
  ) : (
    <>
      {name}
      <span className={styles.stop} aria-hidden="true" />
    </>
  )
