import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { INVITE_REQUEST_TEXT } from '#shared/account-messages.ts'
import { INVITE_REQUEST } from '#shared/constants.ts'
import { EmailField } from './email-field.tsx'
import { useSession } from './session.ts'

/** Asks the operator for an invitation; somebody without an account leaves an address. */
export const InviteRequest = () => {
  const { user } = useSession()
  const [email, setEmail] = useState('')
  const [message, setMessage] = useState('')
  const ask = useMutation({
    mutationFn: () =>
      api('POST /api/invite-requests', { body: user ? { message } : { email, message } }),
  })
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    ask.mutate()
  }
  if (ask.isSuccess)
    return <output>{user ? INVITE_REQUEST_TEXT.askedAsUser : INVITE_REQUEST_TEXT.asked}</output>
  return (
    <form className="stack gap-4" onSubmit={handleSubmit}>
      {!user && <EmailField value={email} onChange={setEmail} />}
      <TextField
        label={INVITE_REQUEST_TEXT.message}
        value={message}
        maxLength={INVITE_REQUEST.messageChars}
        onChange={(event) => setMessage(event.target.value)}
      />
      {ask.error && (
        <p className="problem" role="alert">
          {ask.error.message}
        </p>
      )}
      <Button type="submit" variant="primary" isBusy={ask.isPending}>
        {INVITE_REQUEST_TEXT.send}
      </Button>
    </form>
  )
}
