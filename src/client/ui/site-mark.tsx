import styles from './site-mark.module.css'

type SiteMarkProps = { name: string; logo: string | null }

/** The logo of the site, or its name with a dot in the accent colour. */
export const SiteMark = ({ name, logo }: SiteMarkProps) =>
  logo ? (
    <img className={styles.logo} src={logo} alt={name} height={32} />
  ) : (
    // The dot ends the name also where the page reads from the right.
    <bdi className={styles.name} dir={/[\u0590-\u08ff]/.test(name) ? 'rtl' : 'ltr'}>
      {name}
      <span className={styles.stop} aria-hidden="true" />
    </bdi>
  )
