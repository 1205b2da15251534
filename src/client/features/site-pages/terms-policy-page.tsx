import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { api } from '#client/lib/api.ts'
import { getSiteName } from '#client/lib/initial-data.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { classNames } from '#client/ui/class-names.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { DELETION_TEXT } from '#shared/account-messages.ts'
import { PROMISES } from '#shared/site-constants.ts'
import { TERMS_TEXT } from '#shared/site-page-messages.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths, type PolicyAnchor } from '#shared/paths.ts'
import { listRetainedData } from '#shared/retention.ts'
import styles from './site-pages.module.css'
import { TERMS_OF_SERVICE, PRIVACY_POLICY, DATA_DELETION } from './terms-messages.ts'
import { RichText } from '#client/ui/rich-text.tsx'

type PolicyPartProps = { anchor: PolicyAnchor; title: string; children: ReactNode }

const PolicyPart = ({ anchor, title, children }: PolicyPartProps) => (
  <section id={anchor} className={styles.part} aria-labelledby={`${anchor}-title`}>
    <h2 id={`${anchor}-title`} className={styles.title} tabIndex={-1}>
      {title}
    </h2>
    <div className={styles.text}>{children}</div>
  </section>
)

const TermsPart = () => (
  <PolicyPart anchor="terms" title={TERMS_TEXT.terms}>
    <p>{TERMS_OF_SERVICE.about(getSiteName())}</p>
    <h3>{TERMS_OF_SERVICE.audienceTitle}</h3>
    <p>{TERMS_OF_SERVICE.minimumAge(PROMISES.minimumAgeYears)}</p>
    <h3>{TERMS_OF_SERVICE.accountTitle}</h3>
    <p>{TERMS_OF_SERVICE.account}</p>
    <h3>{TERMS_OF_SERVICE.claimsTitle}</h3>
    <ul>
      <li>{TERMS_OF_SERVICE.matchesCanBeWrong}</li>
      <li>{TERMS_OF_SERVICE.noEndorsement}</li>
      <li>{TERMS_OF_SERVICE.shopsSetPrices}</li>
    </ul>
    <h3>{TERMS_OF_SERVICE.linksTitle}</h3>
    <p>{TERMS_OF_SERVICE.links}</p>
    <h3>{TERMS_OF_SERVICE.contentTitle}</h3>
    <p>{TERMS_OF_SERVICE.content}</p>
    <h3>{TERMS_OF_SERVICE.fairUseTitle}</h3>
    <p>{TERMS_OF_SERVICE.fairUse}</p>
    <h3>{TERMS_OF_SERVICE.liabilityTitle}</h3>
    <p>{TERMS_OF_SERVICE.liability}</p>
    <h3>{TERMS_OF_SERVICE.changesTitle}</h3>
    <p>
      <RichText
        text={TERMS_OF_SERVICE.changes}
        tags={{
          deletion: <Link to={paths.termsPolicy.href('data-deletion')} />,
        }}
      />
    </p>
  </PolicyPart>
)

const PrivacyPart = () => (
  <PolicyPart anchor="privacy" title={TERMS_TEXT.privacy}>
    <p>{PRIVACY_POLICY.about(getSiteName())}</p>
    <h3>{PRIVACY_POLICY.browsingTitle}</h3>
    <p>{PRIVACY_POLICY.browsing}</p>
    <h3>{PRIVACY_POLICY.signInTitle}</h3>
    <p>{PRIVACY_POLICY.fromProvider}</p>
    <ul>
      <li>{PRIVACY_POLICY.accountId}</li>
      <li>{PRIVACY_POLICY.nameAndPicture}</li>
      <li>{PRIVACY_POLICY.tokens}</li>
    </ul>
    <p>{PRIVACY_POLICY.emailOrPasskey}</p>
    <p>{PRIVACY_POLICY.cookies}</p>
    <h3>{PRIVACY_POLICY.contentTitle}</h3>
    <p>{PRIVACY_POLICY.content}</p>
    <h3>{PRIVACY_POLICY.alertsTitle}</h3>
    <p>{PRIVACY_POLICY.alerts}</p>
    <h3>{PRIVACY_POLICY.photosTitle}</h3>
    <ul>
      <li>{PRIVACY_POLICY.detection}</li>
      <li>{PRIVACY_POLICY.noExternalSearch}</li>
      <li>{PRIVACY_POLICY.externalSearch}</li>
      <li>{PRIVACY_POLICY.noFaceRecognition}</li>
    </ul>
    <h3>{PRIVACY_POLICY.othersTitle}</h3>
    <p>{PRIVACY_POLICY.others}</p>
    <h3>{PRIVACY_POLICY.retentionTitle}</h3>
    <ul>
      {listRetainedData().map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    <p>{PRIVACY_POLICY.logs}</p>
    <h3>{PRIVACY_POLICY.rightsTitle}</h3>
    <p>
      <RichText
        text={PRIVACY_POLICY.rights}
        tags={{
          contact: <Link to={paths.contactUs.href()} />,
          deletion: <Link to={paths.termsPolicy.href('data-deletion')} />,
        }}
      />
    </p>
    <h3>{PRIVACY_POLICY.securityTitle}</h3>
    <p>{PRIVACY_POLICY.security}</p>
  </PolicyPart>
)

/** The status of a deletion request, to which Facebook links. */
const DeletionStatus = ({ code }: { code: string }) => {
  const { data, error } = useQuery({
    queryKey: ['data-deletion', code],
    queryFn: async ({ signal }) =>
      (await api('GET /api/data-deletion/:code', { params: { code }, signal })).data,
  })
  return (
    <section
      className={classNames('stack gap-2', styles.status)}
      aria-label={DELETION_TEXT.title}
      aria-busy={!data && !error}
    >
      <h3>{DELETION_TEXT.title}</h3>
      <p>{DELETION_TEXT.confirmationCode(code)}</p>
      {error && <p role="alert">{error.message}</p>}
      {data && (
        <p>
          {DELETION_TEXT.received(new Date(data.requested_at))} {DELETION_TEXT[data.outcome]}
        </p>
      )}
    </section>
  )
}

const DataDeletionPart = () => {
  const [query] = useSearchParams()
  const code = query.get('deletion')
  return (
    <PolicyPart anchor="data-deletion" title={TERMS_TEXT.dataDeletion}>
      {code && <DeletionStatus code={code} />}
      <p>
        <RichText
          text={DATA_DELETION.everything}
          tags={{
            settings: <Link to={paths.accountSettings.href()} />,
          }}
        />
      </p>
      <p>{DATA_DELETION.withoutSignIn}</p>
      <ol>
        <li>
          <RichText
            text={DATA_DELETION.request}
            tags={{ contact: <Link to={paths.contactUs.href()} /> }}
          />
        </li>
        <li>{DATA_DELETION.withoutEmail}</li>
        <li>{DATA_DELETION.confirmation}</li>
        <li>{DATA_DELETION.duration(PROMISES.deletionBusinessDays)}</li>
      </ol>
      <h3>{DATA_DELETION.deletedTitle}</h3>
      <ul>
        <li>{DATA_DELETION.account}</li>
        <li>{DATA_DELETION.sessions}</li>
        <li>{DATA_DELETION.products}</li>
        <li>{DATA_DELETION.invitation}</li>
      </ul>
      <p>{DATA_DELETION.backups}</p>
      <h3>{DATA_DELETION.revokingTitle}</h3>
      <p>{DATA_DELETION.revoking}</p>
      <p>{DATA_DELETION.facebook}</p>
    </PolicyPart>
  )
}

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
      <PageHead title={NAVIGATION_TEXT.termsAndPolicy} lead={TERMS_OF_SERVICE.lastChanged} />
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label={TERMS_OF_SERVICE.onThisPage}>
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
