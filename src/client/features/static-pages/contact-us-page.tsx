import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { toast } from '#client/ui/toast.ts'
import { PROMISES } from '#shared/constants.ts'
import { CONTACT_TEXT, NAVIGATION_TEXT } from '#shared/messages.ts'
import styles from './static-pages.module.css'

/** The form is disabled; clicking the button says so. */
const ContactUsPage = () => {
  usePageTitle(NAVIGATION_TEXT.contactUs)
  return (
    <div className={styles.page}>
      <PageHead
        title={NAVIGATION_TEXT.contactUs}
        lead={`A question, a wrong match or some feedback? We reply within ${PROMISES.contactReplyHours} hours.`}
      />
      <form className="stack gap-5" onSubmit={(event) => event.preventDefault()}>
        <TextField label={CONTACT_TEXT.fullName} autoComplete="name" disabled />
        <TextField label={CONTACT_TEXT.emailAddress} type="email" autoComplete="email" disabled />
        <TextField label={CONTACT_TEXT.phoneNumber} type="tel" autoComplete="tel" disabled />
        <TextField label={CONTACT_TEXT.message} rows={5} disabled />
        {/* Enabled on purpose: a disabled button could not show the message. */}
        <Button
          variant="primary"
          className={styles.send}
          onClick={() => toast.show(CONTACT_TEXT.notYetFunctional)}
        >
          {CONTACT_TEXT.sendMessage}
        </Button>
      </form>
    </div>
  )
}

export default ContactUsPage
