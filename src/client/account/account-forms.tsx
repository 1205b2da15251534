import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form, Problem } from '#client/ui/form.tsx'
import { INVITE_REQUEST_TEXT } from '#shared/account-messages.ts'
import { EMAIL_SIGN_IN, INVITE_REQUEST } from '#shared/account-constants.ts'
import { useSession } from './session.ts'
import { EMAIL_FORM_TEXT } from './account-form-messages.ts'

type CodeFormProps = {
  submit: string
  isBusy: boolean
  problem: string | null | undefined
  onSubmit: (code: string) => void
}

/** Asks for the code that was sent by email. */
export const CodeForm = ({ submit, isBusy, problem, onSubmit }: CodeFormProps) => (
  <Form onSubmit={(text) => onSubmit(text('code'))}>
    <TextField
      label={EMAIL_FORM_TEXT.codeFromEmail}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      // People may type or paste the space between the groups.
      maxLength={EMAIL_SIGN_IN.sharedCodeDigits + 4}
      problem={problem}
    />
    <Button type="submit" variant="primary" isBusy={isBusy}>
      {submit}
    </Button>
  </Form>
)

type EmailFieldProps = Partial<ComponentProps<typeof TextField>> & {
  /** Also offers passkeys where the page asks for them. */
  suggestsPasskeys?: boolean
}

export const EmailField = ({
  label = EMAIL_FORM_TEXT.yourEmail,
  suggestsPasskeys = false,
  ...rest
}: EmailFieldProps) => (
  <TextField
    label={label}
    type="email"
    autoComplete={suggestsPasskeys ? 'email webauthn' : 'email'}
    required
    {...rest}
  />
)

/** Asks the operator for an invitation. A visitor without an account enters an address. */
export const InviteRequestForm = () => {
  const { user } = useSession()
  const ask = useMutation({
    mutationFn: (body: { email?: string; message: string }) =>
      api('POST /api/invite-requests', { body }),
  })
  if (ask.isSuccess)
    return <output>{user ? INVITE_REQUEST_TEXT.askedAsUser : INVITE_REQUEST_TEXT.asked}</output>
  return (
    <Form
      onSubmit={(text) =>
        ask.mutate({ ...(!user && { email: text('email') }), message: text('message') })
      }
    >
      {!user && <EmailField name="email" />}
      <TextField
        label={INVITE_REQUEST_TEXT.message}
        name="message"
        maxLength={INVITE_REQUEST.messageChars}
      />
      <Problem>{ask.error?.message}</Problem>
      <Button type="submit" variant="primary" isBusy={ask.isPending}>
        {INVITE_REQUEST_TEXT.send}
      </Button>
    </Form>
  )
}
