import { Link } from 'react-router'
import { PRODUCT_TITLE, TERMS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { KEPT_DATA } from '#shared/retention.ts'
import { PolicyPart } from './policy-part.tsx'

export const PrivacyPart = () => (
  <PolicyPart anchor="privacy" title={TERMS_TEXT.privacy}>
    <p>
      {PRODUCT_TITLE} is designed to know as little about you as possible. There is no advertising,
      no analytics service, no tracking pixel and no profile of what you look at.
    </p>
    <h3>When you only browse</h3>
    <p>
      You stay anonymous. The server uses your IP address to answer you and, for a short time, to
      prevent overload. Your choice of theme, the celebrities you selected and how far you scrolled
      stay in your browser. Pictures are delivered by our own server, so the sites they come from do
      not learn about your visit. If you look for products in a photo without an account, the photo
      is held in memory only until it has been scanned. If you log in from there, your browser keeps
      the photo and what was found in it for that tab until you are back or go elsewhere.
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
    <h3>What happens to your photos</h3>
    <ul>
      <li>
        Objects in your photo are detected by software on this server. Your photo does not leave it.
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
      {KEPT_DATA.map(({ what, kept }) => (
        <li key={what}>
          {what}: {kept}.
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
