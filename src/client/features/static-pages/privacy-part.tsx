import { Link } from 'react-router'
import { PRODUCT_TITLE, TERMS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { PolicyPart } from './policy-part.tsx'

export const PrivacyPart = () => (
  <PolicyPart anchor="privacy" title={TERMS_TEXT.privacy}>
    <p>
      {PRODUCT_TITLE} is made to know as little about you as it can. There is no advertising, no
      analytics service, no tracking pixel and no profile of what you look at.
    </p>
    <h3>When you only browse</h3>
    <p>
      Nothing identifies you. The server handles your network address to answer you and, for a few
      minutes, to keep anyone from overloading it. Your choice of light or dark, the celebrities you
      selected and how far you scrolled stay in your browser. Pictures reach you through our own
      server, so the sites they come from do not learn that you looked.
    </p>
    <h3>When you sign in</h3>
    <p>From Google or Facebook we receive and keep:</p>
    <ul>
      <li>the identifier of your account with them, so that we recognise you next time;</li>
      <li>your name, e-mail address if you share one, and profile picture;</li>
      <li>encrypted tokens that let you refresh your picture; we read nothing else with them.</li>
    </ul>
    <p>
      A cookie that scripts cannot read keeps you signed in: for at most 30 days without a visit, or
      24 hours if you came by invitation. It is the only cookie this site needs, so there is nothing
      to consent to. With an invitation we also keep that it was used and by whom.
    </p>
    <h3>What you save and add</h3>
    <p>
      The products you save or add, and the photos you upload, are kept with your account until you
      remove them or the account is deleted. Only you can see them here. Photos are decoded and
      written anew when they arrive, which strips the place, time and camera data inside them.
    </p>
    <h3>What happens to your photos</h3>
    <ul>
      <li>
        Objects in a photo are found by software that runs on this server. No photo leaves it for
        that.
      </li>
      <li>
        Unless the operator of this site has set up an outside search provider, nothing of your
        photo ever leaves the server at all: products are searched in our own catalogue.
      </li>
      <li>
        Where such a provider is set up, only the part inside the box you search for is sent, never
        the whole photo, and nothing that says who you are.
      </li>
      <li>We do not recognise faces, and your photos do not train anything.</li>
    </ul>
    <h3>Who else sees data</h3>
    <p>
      Nobody buys or rents it. Google or Facebook know that you signed in with them. A shop knows
      that you came from here when you follow its link; it then applies its own rules. We hand data
      to authorities only where the law compels us.
    </p>
    <h3>Why we may do this, and your rights</h3>
    <p>
      We use your data to provide what you ask for, and your network address for the security of the
      site. You may ask to see, correct, export or delete what we hold about you, object to a use,
      and complain to your data protection authority. You can change your display name yourself in
      Account Settings; for everything else write to us through{' '}
      <Link to={paths.contactUs.href()}>Contact Us</Link> or follow the{' '}
      <Link to={paths.termsPolicy.href('data-deletion')}>{TERMS_TEXT.dataDeletion}</Link>.
    </p>
    <h3>Keeping it safe</h3>
    <p>
      Sessions can be ended at once, invitation codes and keys are stored only as fingerprints,
      tokens are encrypted, and every change must come from this site itself. Server logs hold no
      names, addresses or tokens and are kept for at most 30 days.
    </p>
  </PolicyPart>
)
