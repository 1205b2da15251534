import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { ProfilePhoto } from '#client/account/profile-photo.tsx'
import { sessionQuery } from '#client/account/session.ts'
import { useMethodName } from '#client/account/sign-in.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { toast } from '#client/ui/toast.ts'
import { ACCOUNT_SETTINGS_TEXT } from '#shared/account-messages.ts'
import type { Account } from '#shared/contract/session.ts'
import { capitalize } from '#shared/domain/text.ts'

/** The sign-in provider's picture, with a button to refresh it. */
export const ProfileImage = ({ user }: { user: Account }) => {
  const queries = useQueryClient()
  const refresh = useMutation({
    mutationFn: () => api('POST /api/account/refresh-image'),
    onSuccess: ({ data }) => {
      queries.setQueryData(sessionQuery.queryKey, data)
      toast.show('Profile image updated', { kind: 'success' })
    },
    onError: (error) => toast.show(error.message, { kind: 'error' }),
  })
  return (
    <div className="row wrap gap-5">
      <ProfilePhoto user={user} alt="You" />
      <Button icon="refresh" isBusy={refresh.isPending} onClick={() => refresh.mutate()}>
        {ACCOUNT_SETTINGS_TEXT.refreshImage}
      </Button>
    </div>
  )
}

/** Saving is enabled only when the name differs from the current one. */
export const canSaveName = (typed: string, current: string) =>
  typed.trim() !== '' && typed.trim() !== current

export const ProfileForm = ({ user }: { user: Account }) => {
  const queries = useQueryClient()
  const nameOf = useMethodName()
  const [name, setName] = useState(user.displayName)
  const save = useMutation({
    mutationFn: () => api('PATCH /api/account', { body: { displayName: name } }),
    onSuccess: ({ data }) => {
      queries.setQueryData(sessionQuery.queryKey, data)
      setName(data.displayName)
      toast.show('Changes saved', { kind: 'success' })
    },
  })
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className="stack gap-5" onSubmit={handleSubmit}>
      <TextField
        label={ACCOUNT_SETTINGS_TEXT.displayName}
        autoComplete="name"
        maxLength={100}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
        problem={save.error?.message}
      />
      <TextField label={ACCOUNT_SETTINGS_TEXT.email} readOnly value={user.email ?? 'None'} />
      <TextField
        label={ACCOUNT_SETTINGS_TEXT.accountType}
        readOnly
        value={capitalize(nameOf(user.provider))}
      />
      <Button
        type="submit"
        variant="primary"
        className="start"
        disabled={!canSaveName(name, user.displayName)}
        isBusy={save.isPending}
      >
        {ACCOUNT_SETTINGS_TEXT.saveChanges}
      </Button>
    </form>
  )
}
