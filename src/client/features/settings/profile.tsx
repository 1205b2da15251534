import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProfilePhoto } from '#client/account/profile-photo.tsx'
import { sessionQuery } from '#client/account/session.ts'
import { useMethodName } from '#client/account/sign-in.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, TextField } from '#client/ui/form.tsx'
import { toast } from '#client/ui/toast.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { ACCOUNT_SETTINGS_TEXT } from '#shared/account-messages.ts'
import type { Account } from '#shared/contract/session.ts'
import { capitalize } from '#shared/domain/text.ts'

/** The sign-in provider's picture, with a button to refresh it. */
export const ProfileImage = ({ user }: { user: Account }) => {
  const queries = useQueryClient()
  const refresh = useAction(() => api('POST /api/account/refresh-image'), {
    done: 'Profile image updated',
    onSuccess: ({ data }) => queries.setQueryData(sessionQuery.queryKey, data),
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
      toast.success('Changes saved')
    },
  })
  return (
    <Form className="stack gap-5" onSubmit={() => save.mutate()}>
      <TextField
        label={ACCOUNT_SETTINGS_TEXT.displayName}
        autoComplete="name"
        maxLength={100}
        required
        value={name}
        onChange={setName}
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
    </Form>
  )
}
