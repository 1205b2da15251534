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
      You must be at least {PROMISES.minimumAgeYears} years old. If the law where you live asks for
      more, or for a parent’s consent, that applies. Browsing needs no account.
    </p>
    <h3>Your account</h3>
    <p>
      You sign in with Google or Facebook, or with an invitation. We never see or keep the password
      of your Google or Facebook account. You are responsible for what happens under your account;
      tell us at once if you think someone else uses it. An invitation code or link is personal and
      works once: do not sell it or pass it on. A session that began with an invitation ends after
      24 hours.
    </p>
    <h3>What we show, and what we do not claim</h3>
    <ul>
      <li>
        Products are matched to pictures by people and by software. A match can be wrong: it may be
        a similar item rather than the same one.
      </li>
      <li>
        Showing a person beside a product does not mean that this person endorses it, was paid for
        it, or knows of this site.
      </li>
      <li>
        Prices, stock and delivery belong to the shops and change without notice. What the shop’s
        own page says is what counts.
      </li>
    </ul>
    <h3>Links to shops</h3>
    <p>
      We sell nothing ourselves. When you follow a link you leave this site and any purchase is
      between you and that shop, under its terms. Some links may earn us a commission. It does not
      change your price, and it does not decide what is shown or in which order.
    </p>
    <h3>What you add</h3>
    <p>
      With an invitation you may add products and upload photos. They stay yours. You allow us to
      store, resize and show them to you for as long as you keep them here, and for nothing else.
      Upload only what you have the right to use, and nothing that is unlawful, hateful, sexual,
      violent or meant to humiliate; no photo of a child other than your own; no photo taken where
      the person in it could expect to be left alone. We may remove what breaks these rules and
      close the account that added it.
    </p>
    <h3>Fair use</h3>
    <p>
      Do not break in, get round limits, overload the site, or copy the catalogue in bulk by other
      means than the downloads offered for that. Do not use the site to identify or follow a person.
    </p>
    <h3>Availability and liability</h3>
    <p>
      The site is offered as it is. We take care, but cannot promise that it is always there or
      always right. As far as the law allows, we are not liable for indirect loss or for what shops
      do. Nothing here limits liability for intent, gross negligence, injury, or rights you have as
      a consumer that cannot be waived.
    </p>
    <h3>Changes and endings</h3>
    <p>
      We may change these terms; the date at the top of this page then changes, and for anything
      that matters to you we say so when you next sign in. You can stop at any time and have your
      account deleted as described under{' '}
      <Link to={paths.termsPolicy.href('data-deletion')}>{TERMS_TEXT.dataDeletion}</Link>. We may
      suspend an account that breaks these terms, after telling you why unless the law forbids it.
      The law of the place where the operator of this site is established applies, without taking
      from you the protection of the law where you live.
    </p>
  </PolicyPart>
)
