import { Link } from 'react-router'
import { PROMISES } from '#shared/constants.ts'
import { PRODUCT_TITLE, TERMS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { PolicyPart } from './policy-part.tsx'

export const TermsPart = () => (
  <PolicyPart anchor="terms" title={TERMS_TEXT.terms}>
    <p>
      {PRODUCT_TITLE} lets you browse products that celebrities and creators use, save the ones you
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
