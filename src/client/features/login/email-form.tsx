import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { CodeForm } from '#client/account/code-form.tsx'
import { EmailField } from '#client/account/email-field.tsx'
import { arriveByEmail } from '#client/account/sign-in.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { LOCAL_MAIL_PATH } from '#shared/paths.ts'

type EmailFormProps = { redirect: string | null; isLocal: boolean }

/** Sign-in without a provider: a mail with a link and a code. */
export const EmailForm = ({ redirect, isLocal }: EmailFormProps) => {
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () =>
      api('POST /api/sign-in/email', {
        body: redirect === null ? { email } : { email, redirect },
      }),
  })
  const enter = useMutation({
    mutationFn: (code: string) =>
      arriveByEmail(() => api('POST /api/sign-in/email/code', { body: { email, code } })),
  })
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    ask.mutate()
  }
  if (ask.isSuccess)
    return (
      <div className="stack gap-4">
        <p aria-live="polite">
          We have sent a mail to <strong>{email}</strong>. Open its link in this browser, or enter
          its code here.
          {isLocal && (
            <>
              {' '}
              On this machine, mails appear on{' '}
              <a href={LOCAL_MAIL_PATH} target="_blank" rel="noreferrer">
                a local page
              </a>
              .
            </>
          )}
        </p>
        <CodeForm
          submit="Sign in"
          isBusy={enter.isPending || enter.isSuccess}
          problem={enter.error?.message}
          onSubmit={enter.mutate}
        />
        <Button variant="quiet" className="start" onClick={() => ask.reset()}>
          Use another address or send it again
        </Button>
      </div>
    )
  return (
    <form className="stack gap-4" onSubmit={handleSubmit}>
      <EmailField suggestsPasskeys value={email} onChange={setEmail} problem={ask.error?.message} />
      <Button type="submit" isBusy={ask.isPending}>
        Continue with email
      </Button>
    </form>
  )
}
