import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { NAVIGATION_TEXT, TERMS_TEXT } from '#shared/messages.ts'
import { paths, type PolicyAnchor } from '#shared/paths.ts'
import { DataDeletionPart, PrivacyPart, TermsPart } from './policy-parts.tsx'
import styles from './static-pages.module.css'

/** Scrolls smoothly to the hash and focuses the heading for screen readers. */
const useScrollToHash = () => {
  const location = useLocation()
  useEffect(() => {
    const { hash } = location
    if (!hash) return
    const target = document.getElementById(hash.slice(1))
    target?.scrollIntoView({ behavior: 'smooth' })
    target?.querySelector('h2')?.focus({ preventScroll: true })
  }, [location])
}

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
