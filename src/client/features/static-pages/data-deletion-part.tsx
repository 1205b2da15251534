import { Link, useSearchParams } from 'react-router'
import { PROMISES } from '#shared/constants.ts'
import { NAVIGATION_TEXT, TERMS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { DeletionStatus } from './deletion-status.tsx'
import { PolicyPart } from './policy-part.tsx'

export const DataDeletionPart = () => {
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
        unless you also sign in with Google: then only your Facebook sign-in and your profile
        picture are.
      </p>
    </PolicyPart>
  )
}
