import { Link } from 'react-router'
import { PROMISES } from '#shared/constants.ts'
import { NAVIGATION_TEXT, TERMS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { PolicyPart } from './policy-part.tsx'

export const DataDeletionPart = () => (
  <PolicyPart anchor="data-deletion" title={TERMS_TEXT.dataDeletion}>
    <p>
      You can remove single things yourself, at any time and with immediate effect: take a product
      off your saved list with its heart, or delete a detection on the photo screen. To have
      everything deleted:
    </p>
    <ol>
      <li>
        Send us a request through{' '}
        <Link to={paths.contactUs.href()}>{NAVIGATION_TEXT.contactUs}</Link> or to the address the
        operator of this site has published, from the e-mail address of your account. Write “Delete
        my data”.
      </li>
      <li>
        If your account has no e-mail address (some Facebook accounts share none), say which
        provider you sign in with and the display name shown in Account Settings.
      </li>
      <li>We confirm that we received it. If we cannot tell that it is you, we ask once.</li>
      <li>
        Your request is processed within {PROMISES.deletionBusinessDays} business days, and we tell
        you when it is done.
      </li>
    </ol>
    <h3>What is deleted</h3>
    <ul>
      <li>your account: name, e-mail address, picture, provider identifier and tokens;</li>
      <li>your sessions, which ends them on every device;</li>
      <li>saved products, your own products, detections and every photo you uploaded;</li>
      <li>the record of the invitation you used.</li>
    </ul>
    <p>
      Copies in backups disappear when those are replaced, within 30 days. Nothing is kept in an
      anonymous form, because nothing about you was collected for statistics.
    </p>
    <h3>Taking back the permission you gave Google or Facebook</h3>
    <p>
      Deleting your data here does not change your account with them. To take back the permission:
      in Google, open “Third-party apps and services” in your account’s security settings; in
      Facebook, open Settings, then “Apps and Websites”. Remove this site there. Facebook then tells
      us, and we treat that as a request for deletion.
    </p>
  </PolicyPart>
)
