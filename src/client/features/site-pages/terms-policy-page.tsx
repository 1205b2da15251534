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
import { NAVIGATION_TEXT, TERMS_TEXT } from '#shared/messages.ts'
import { paths, type PolicyAnchor } from '#shared/paths.ts'
import { RETAINED_DATA } from '#shared/retention.ts'
import styles from './site-pages.module.css'

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
    <p>
      {getSiteName()} lets you browse products that celebrities and creators use, save the ones you
      like, and find products from a photo of your own. These terms apply between you and whoever
      runs this site (“we”, “us”). By using it you accept them. If you do not, please do not use it.
    </p>
    <h3>Who may use it</h3>
    <p>
      You must be at least {PROMISES.minimumAgeYears} years old. If the law where you live sets a
      higher age or requires a parent’s consent, that applies. You do not need an account to browse.
    </p>
    <h3>Your account</h3>
    <p>
      You sign in with one of the ways on the login page, or with an invitation. We never see or
      keep the password of your account at Google, Facebook or another provider. You are responsible
      for what happens under your account; tell us at once if you think someone else is using it.
      Invitation codes and links are personal and work once: do not sell them or pass them on. A
      session started with an invitation ends after 24 hours.
    </p>
    <h3>What we show, and what we do not claim</h3>
    <ul>
      <li>
        Products are matched to pictures by people and by software. A match can be wrong: it may be
        a similar item rather than the same one.
      </li>
      <li>
        Showing a person next to a product does not mean that they endorse it, were paid for it or
        know about this site.
      </li>
      <li>
        Shops set prices, stock and delivery, and change them without notice. The shop’s own page
        prevails.
      </li>
    </ul>
    <h3>Links to shops</h3>
    <p>
      We do not sell anything ourselves. When you follow a link you leave this site, and any
      purchase is between you and that shop, under its terms. Some links may earn us a commission.
      This does not change your price, and it does not affect what we show or in which order.
    </p>
    <h3>What you add</h3>
    <p>
      With an invitation you may add products and upload photos. They stay yours. You allow us to
      store and resize them and to show them to you for as long as you keep them here, and nothing
      else. Upload only what you have the right to use. Do not upload anything unlawful, hateful,
      sexual, violent or humiliating, photos of other people’s children, or photos taken where the
      person in them could expect privacy. We may remove what breaks these rules and close the
      account that added it.
    </p>
    <h3>Fair use</h3>
    <p>
      Do not attack or overload the site, circumvent its limits, or copy the catalogue in bulk other
      than through the downloads offered. Do not use the site to identify or track a person.
    </p>
    <h3>Availability and liability</h3>
    <p>
      The site is provided as is. We take care, but we cannot promise that it is always available or
      correct. As far as the law allows, we are not liable for indirect losses or for what shops do.
      Nothing here limits liability for intent, gross negligence or injury, or consumer rights that
      cannot be waived.
    </p>
    <h3>Changes and termination</h3>
    <p>
      We may change these terms; the date at the top of this page shows the latest change. You can
      stop using the site at any time and delete your account as described under{' '}
      <Link to={paths.termsPolicy.href('data-deletion')}>{TERMS_TEXT.dataDeletion}</Link>. We may
      suspend an account that breaks these terms; we will tell you why unless the law forbids it.
      The law of the place where the operator of this site is established applies, without depriving
      you of the protection of the law where you live.
    </p>
  </PolicyPart>
)

const PrivacyPart = () => (
  <PolicyPart anchor="privacy" title={TERMS_TEXT.privacy}>
    <p>
      {getSiteName()} is designed to know as little about you as possible. There is no advertising,
      no analytics service, no tracking pixel and no profile of what you look at.
    </p>
    <h3>When you only browse</h3>
    <p>
      You stay anonymous. The server uses your IP address to answer you and, for a short time, to
      prevent overload. Your choice of theme, the celebrities you selected and how far you scrolled
      stay in your browser. Pictures are delivered by our own server, so the sites they come from do
      not learn about your visit. If you look for products in a photo without an account, your
      browser scans it, and the photo stays on your device. We receive a description of each item:
      its kind, its colour and other words, and numbers that say what it looks like. We do not keep
      it. Your browser keeps the software for that, about 30 MB, for your next photo. The photo is
      sent to our server only if you choose so, or agree when your browser cannot scan it; the
      server deletes it after the scan. If you enter the link of a picture, our server fetches it.
      Products that you save for offline use stay in your browser until you remove them there or in
      your settings. If you sign in from there, your browser keeps the photo and what was found in
      it for that tab until you are back or go elsewhere.
    </p>
    <h3>When you sign in</h3>
    <p>From Google, Facebook or another sign-in provider we receive and keep:</p>
    <ul>
      <li>your account ID there, so that we recognise you next time;</li>
      <li>your name, your profile picture and, if you share it, your email address;</li>
      <li>encrypted tokens, which we use only to refresh your picture.</li>
    </ul>
    <p>
      If you sign in with your email address, we keep that address. If you add a passkey, we keep
      its public key and its name; your fingerprint or face never leaves your device.
    </p>
    <p>
      A cookie that scripts cannot read keeps you signed in for up to 30 days without a visit, or 24
      hours if you signed in with an invitation. While you sign in, others are needed for some
      minutes. There are no more cookies, so there is nothing to consent to. If you use an
      invitation, we also record that you used it.
    </p>
    <h3>What you save and add</h3>
    <p>
      The products you save or add and the photos you upload are kept with your account until you
      remove them or delete the account. A photo that you do not save with a product is deleted
      after a day. Only you can see them. Photos are re-encoded on arrival, which removes location,
      time and camera data.
    </p>
    <h3>When you set an alert</h3>
    <p>
      We keep what you wait for and, without an account, the email address that you gave and
      confirmed. We use them for these alerts only. Every email has a link that ends them; for an
      address without an account it deletes everything. If you turn on notifications, your browser
      gives us an address at its maker’s push service; what we send through it is encrypted for your
      browser.
    </p>
    <h3>What happens to your photos</h3>
    <ul>
      <li>
        Objects in a photo that you keep with your account are detected by software on this server.
        The photo does not leave it.
      </li>
      <li>
        Unless the operator of this site has set up an external search provider, no part of your
        photo leaves the server: we search only our own catalogue.
      </li>
      <li>
        If there is such a provider, we send it crops of single items, never the whole photo and
        nothing that says who you are.
      </li>
      <li>We do not use face recognition, and we do not train models on your photos.</li>
    </ul>
    <h3>Who else sees data</h3>
    <p>
      We do not sell or rent your data. The provider you sign in with knows that you did. When you
      follow a link to a shop, the shop’s own privacy policy applies. We give data to authorities
      only if the law requires it.
    </p>
    <h3>What we keep, and for how long</h3>
    <ul>
      {RETAINED_DATA.map(({ data, period }) => (
        <li key={data}>
          {data}: {period}.
        </li>
      ))}
    </ul>
    <p>Backups and server logs are kept for at most 30 days.</p>
    <h3>Legal basis and your rights</h3>
    <p>
      We use your data to provide what you ask for, and your IP address to keep the site secure. You
      have the right to see, correct, export and delete what we hold about you, to object to its
      use, and to complain to your data protection authority. In Account Settings you can change
      your display name, download your data and delete your account. For anything else, write to us
      through <Link to={paths.contactUs.href()}>Contact Us</Link> or follow the{' '}
      <Link to={paths.termsPolicy.href('data-deletion')}>{TERMS_TEXT.dataDeletion}</Link>.
    </p>
    <h3>Security</h3>
    <p>
      Invitation codes and keys are stored only as hashes, tokens are encrypted, and changes
      requested by other sites are rejected. Server logs contain no names, email addresses or tokens
      and are kept for at most 30 days.
    </p>
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
        To delete everything at once, sign in, open{' '}
        <Link to={paths.accountSettings.href()}>{NAVIGATION_TEXT.accountSettings}</Link> and choose
        “Delete my account”. To keep a copy, choose “Download my data” first. You can also remove
        single products in your profile and single detections on the photo screen.
      </p>
      <p>If you cannot sign in:</p>
      <ol>
        <li>
          Send us a request through{' '}
          <Link to={paths.contactUs.href()}>{NAVIGATION_TEXT.contactUs}</Link> or to the address
          published by the operator of this site, from the email address of your account. Write
          “Delete my data”.
        </li>
        <li>
          If your account has no email address (some Facebook accounts do not share one), tell us
          which provider you sign in with and your display name.
        </li>
        <li>We confirm your request and may ask you to prove your identity.</li>
        <li>
          We process your request within {PROMISES.deletionBusinessDays} business days and tell you
          when it is done.
        </li>
      </ol>
      <h3>What is deleted</h3>
      <ul>
        <li>your account: name, email address, picture, account ID at the provider and tokens;</li>
        <li>your sessions, which signs you out on every device;</li>
        <li>saved products, your own products, detections and every photo you uploaded;</li>
        <li>the record of the invitation you used.</li>
      </ul>
      <p>
        Copies in backups are deleted within 30 days. We keep no anonymous copies, because we
        collect no statistics about you.
      </p>
      <h3>Revoking access at Google or Facebook</h3>
      <p>
        Deleting your data here does not change your account there. To revoke this site’s access,
        open “Third-party apps and services” in your Google account’s security settings, or Settings
        and then “Apps and Websites” in Facebook, and remove this site.
      </p>
      <p>
        Facebook can also ask us to delete your data: it then shows you a confirmation code and a
        link to this page, where you can check the request for 90 days. Your account is deleted,
        unless you have another way to sign in: then only your Facebook sign-in and your profile
        picture are.
      </p>
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
