import { useMutation } from '@tanstack/react-query'
import { api, describeFailure } from '#client/lib/api.ts'
import { hasContactForm, getSiteFacts } from '#client/lib/initial-data.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { TextField } from '#client/ui/fields.tsx'
import { type FieldText, Form, Problem } from '#client/ui/form.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { toast } from '#client/ui/toast.tsx'
import { CONTACT, PROMISES } from '#shared/site-constants.ts'
import { CONTACT_TEXT } from '#shared/site-page-messages.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import styles from './site-pages.module.css'

/** Without an address of the operator the form is disabled, and the button says so. */
const ContactUsPage = () => {
  usePageTitle(NAVIGATION_TEXT.contactUs)
  const isDisabled = !hasContactForm()
  const { imprint } = getSiteFacts()
  const send = useMutation({
    mutationFn: (text: FieldText) =>
      api('POST /api/contact', {
        body: {
          name: text('name'),
          email: text('email'),
          phone: text('phone'),
          message: text('message'),
        },
      }),
  })
  const field = { disabled: isDisabled, maxLength: CONTACT.lineChars }
  return (
    <div className={classNames('page', styles.page)}>
      <PageHead
        title={NAVIGATION_TEXT.contactUs}
        lead={CONTACT_TEXT.lead(PROMISES.contactReplyHours)}
      />
      {send.isSuccess ? (
        <output>{CONTACT_TEXT.sent}</output>
      ) : (
        <Form className="stack gap-5" onSubmit={(text) => !isDisabled && send.mutate(text)}>
          <TextField
            label={CONTACT_TEXT.fullName}
            name="name"
            autoComplete="name"
            required
            {...field}
          />
          <TextField
            label={CONTACT_TEXT.emailAddress}
            name="email"
            type="email"
            autoComplete="email"
            required
            {...field}
          />
          <TextField
            label={CONTACT_TEXT.phoneNumber}
            name="phone"
            type="tel"
            autoComplete="tel"
            {...field}
          />
          <TextField
            label={CONTACT_TEXT.message}
            name="message"
            rows={5}
            required
            disabled={isDisabled}
            maxLength={CONTACT.messageChars}
          />
          <Problem>
            {send.error && describeFailure(send.error, CONTACT_TEXT.notYetFunctional)}
          </Problem>
          {/* Enabled on purpose: a disabled button could not show the message. */}
          <Button
            type={isDisabled ? 'button' : 'submit'}
            variant="primary"
            className={classNames('start', styles.send)}
            isBusy={send.isPending}
            {...(isDisabled ? { onClick: () => toast.info(CONTACT_TEXT.notYetFunctional) } : {})}
          >
            {CONTACT_TEXT.sendMessage}
          </Button>
        </Form>
      )}
      {imprint && (
        <section className="stack gap-3">
          <h2>{CONTACT_TEXT.imprint}</h2>
          <p className={styles.imprint}>{imprint}</p>
        </section>
      )}
    </div>
  )
}

export default ContactUsPage
