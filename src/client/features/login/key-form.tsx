import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { noteSigningIn } from '#client/account/sign-in.ts'
import { EmailField } from '#client/account/email-field.tsx'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { LOGIN_TEXT } from '#shared/account-messages.ts'

type KeyFormProps = {
  /** Email and key from an invitation, filled in for the user. */
  given: { email: string; key: string } | null
  target: string
}

/** Sign-in with a one-time key, for accounts created by an invitation. */
export const KeyForm = ({ given, target }: KeyFormProps) => {
  const [email, setEmail] = useState(given?.email ?? '')
  const [key, setKey] = useState(given?.key ?? '')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api('POST /api/sign-in/key', { body: { email, key } }),
    onSuccess: () => {
      noteSigningIn()
      // A full load, as after a provider's redirect, because all data now belongs to the user.
      window.location.assign(target)
    },
  })
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <form className="stack gap-5" onSubmit={handleSubmit}>
      <EmailField label="Email" value={email} onChange={setEmail} />
      <TextField
        label="Key"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        value={key}
        onChange={(event) => setKey(event.target.value)}
        problem={error?.message}
      />
      <Button type="submit" variant="primary" isBusy={isPending}>
        {isPending ? LOGIN_TEXT.signingIn : 'Sign in'}
      </Button>
    </form>
  )
}
