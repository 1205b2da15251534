import { Link } from 'react-router'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { NAVIGATION_TEXT, TERMS_TEXT } from '#shared/messages.ts'
import { type PolicyAnchor, paths } from '#shared/paths.ts'
import { DataDeletionPart } from './data-deletion-part.tsx'
import { PrivacyPart } from './privacy-part.tsx'
import { TermsPart } from './terms-part.tsx'
import styles from './terms-policy-page.module.css'
import { useScrollToHash } from './use-scroll-to-hash.ts'

const PARTS: [PolicyAnchor, string][] = [
  ['terms', TERMS_TEXT.terms],
  ['privacy', TERMS_TEXT.privacy],
  ['data-deletion', TERMS_TEXT.dataDeletion],
]

const TermsPolicyPage = () => {
  usePageTitle(NAVIGATION_TEXT.termsAndPolicy)
  useScrollToHash()
  return (
    <div className="page">
      <PageHead title={NAVIGATION_TEXT.termsAndPolicy} lead="Last changed on 16 November 2026" />
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label="On this page">
          <ul>
            {PARTS.map(([anchor, title]) => (
              <li key={anchor}>
                <Link to={paths.termsPolicy.href(anchor)}>{title}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <TermsPart />
          <PrivacyPart />
          <DataDeletionPart />
        </div>
      </div>
    </div>
  )
}

export default TermsPolicyPage
