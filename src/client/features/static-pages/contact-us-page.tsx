import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { api, failureText } from '#client/lib/api.ts'
import { hasContactForm, siteFacts } from '#client/lib/initial-data.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { toast } from '#client/ui/toast.ts'
import { CONTACT, PROMISES } from '#shared/constants.ts'
import { CONTACT_TEXT, NAVIGATION_TEXT } from '#shared/messages.ts'
import styles from './static-pages.module.css'

const textOf = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The form is disabled, and clicking the button says so, unless the operator has given an address. */
const ContactUsPage = () => {
  usePageTitle(NAVIGATION_TEXT.contactUs)
  const isDisabled = !hasContactForm()
  const { imprint } = siteFacts()
  const send = useMutation({
    mutationFn: (form: FormData) =>
      api('POST /api/contact', {
        body: {
          name: textOf(form, 'name'),
          email: textOf(form, 'email'),
          phone: textOf(form, 'phone'),
          message: textOf(form, 'message'),
        },
      }),
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isDisabled) send.mutate(new FormData(event.currentTarget))
  }
  const field = { disabled: isDisabled, maxLength: CONTACT.lineChars }
  return (
    <div className={styles.page}>
      <PageHead
        title={NAVIGATION_TEXT.contactUs}
        lead={`A question, a wrong match or some feedback? We reply within ${PROMISES.contactReplyHours} hours.`}
      />
      {send.isSuccess ? (
        <output>{CONTACT_TEXT.sent}</output>
      ) : (
        <form className="stack gap-5" onSubmit={handleSubmit}>
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
          {send.error && (
            <p className="problem" role="alert">
              {failureText(send.error, CONTACT_TEXT.notYetFunctional)}
            </p>
          )}
          {/* Enabled on purpose: a disabled button could not show the message. */}
          <Button
            type={isDisabled ? 'button' : 'submit'}
            variant="primary"
            className={styles.send}
            isBusy={send.isPending}
            {...(isDisabled ? { onClick: () => toast.show(CONTACT_TEXT.notYetFunctional) } : {})}
          >
            {CONTACT_TEXT.sendMessage}
          </Button>
        </form>
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
