import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, Problem, TextField } from '#client/ui/form.tsx'
import { INVITE_REQUEST_TEXT } from '#shared/account-messages.ts'
import { EMAIL_SIGN_IN, INVITE_REQUEST } from '#shared/constants.ts'
import { useSession } from './session.ts'

type CodeFormProps = {
  submit: string
  isBusy: boolean
  problem: string | null | undefined
  onSubmit: (code: string) => void
}

/** Asks for the code that was sent by email. */
export const CodeForm = ({ submit, isBusy, problem, onSubmit }: CodeFormProps) => {
  const [code, setCode] = useState('')
  return (
    <Form onSubmit={() => onSubmit(code)}>
      <TextField
        label="Code from the email"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        // People may type or paste the space between the groups.
        maxLength={EMAIL_SIGN_IN.codeDigits + 2}
        value={code}
        onChange={setCode}
        problem={problem}
      />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {submit}
      </Button>
    </Form>
  )
}

type EmailFieldProps = {
  label?: string
  value: string
  onChange: (email: string) => void
  problem?: string | undefined
  /** Also offers passkeys where the page asks for them. */
  suggestsPasskeys?: boolean
}

export const EmailField = ({
  label = 'Your email',
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

/** Asks the operator for an invitation; somebody without an account leaves an address. */
export const InviteRequest = () => {
  const { user } = useSession()
  const [email, setEmail] = useState('')
  const [message, setMessage] = useState('')
  const ask = useMutation({
    mutationFn: () =>
      api('POST /api/invite-requests', { body: user ? { message } : { email, message } }),
  })
  if (ask.isSuccess)
    return <output>{user ? INVITE_REQUEST_TEXT.askedAsUser : INVITE_REQUEST_TEXT.asked}</output>
  return (
    <Form onSubmit={() => ask.mutate()}>
      {!user && <EmailField value={email} onChange={setEmail} />}
      <TextField
        label={INVITE_REQUEST_TEXT.message}
        value={message}
        maxLength={INVITE_REQUEST.messageChars}
        onChange={setMessage}
      />
      <Problem>{ask.error?.message}</Problem>
      <Button type="submit" variant="primary" isBusy={ask.isPending}>
        {INVITE_REQUEST_TEXT.send}
      </Button>
    </Form>
  )
}
