import { Link } from 'react-router'
import { NAVIGATION_TEXT, PRODUCT_TITLE, TERMS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './footer.module.css'
import { NavLinks } from './nav-links.tsx'

export const Footer = () => (
  <footer className={styles.footer}>
    <div className={styles.columns}>
      <div className={styles.words}>
        <p className={styles.name}>{PRODUCT_TITLE}</p>
        <p className={styles.line}>
          Where what they wear comes from. Links to shops may earn us a commission; it never changes
          what you pay or what we show.
        </p>
      </div>
      <nav aria-label="Footer">
        <NavLinks className={styles.links} />
      </nav>
      <nav aria-label="Legal">
        <ul className={styles.links}>
          <li>
            <Link to={paths.termsPolicy.href('terms')}>{TERMS_TEXT.terms}</Link>
          </li>
          <li>
            <Link to={paths.termsPolicy.href('privacy')}>{TERMS_TEXT.privacy}</Link>
          </li>
          <li>
            <Link to={paths.termsPolicy.href('data-deletion')}>{TERMS_TEXT.dataDeletion}</Link>
          </li>
          <li>
            <Link to={paths.report.href()}>{NAVIGATION_TEXT.report}</Link>
          </li>
        </ul>
      </nav>
    </div>
  </footer>
)
