import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { toast } from '#client/ui/toast.ts'
import type { AdminInvite } from '#shared/contract/admin-invites.ts'
import styles from './admin-page.module.css'
import { dateText } from './date-text.ts'
import { InvitationMade } from './invitation-made.tsx'
import { InviteRequests } from './invite-requests.tsx'
import { ShowMore } from './show-more.tsx'

const INVITES = ['admin', 'invites']

const STATES: Record<AdminInvite['state'], string> = {
  open: 'Open',
  used: 'Used',
  expired: 'Expired',
  revoked: 'Revoked',
}

export const InvitesPart = () => {
  const list = useInfiniteQuery({
    queryKey: INVITES,
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /api/admin/invites', {
          query: pageParam ? { after: pageParam } : {},
          signal,
        })
      ).data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const invites = list.data?.pages.flatMap((page) => page.invites) ?? []
  return (
    <>
      <InviteRequests />
      <h2>Invitations</h2>
      <CreateForm />
      <ul className={styles.list} aria-label="Invitations" aria-busy={list.isFetching}>
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} />
        ))}
      </ul>
      <ShowMore query={list} count={invites.length} what="invitations" />
    </>
  )
}

const CreateForm = () => {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const create = useMutation({
    mutationFn: async () =>
      (await api('POST /api/admin/invites', { body: { email: email.trim() || null } })).data,
    onSuccess: () => {
      setEmail('')
      return queries.invalidateQueries({ queryKey: INVITES })
    },
  })
  return (
    <>
      <form
        className={styles.tools}
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <TextField
          label="Invite by email (leave empty for a code that anyone can use once)"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          problem={create.error?.message}
        />
        <Button type="submit" variant="primary" isBusy={create.isPending}>
          Create invitation
        </Button>
      </form>
      <div aria-live="polite">{create.data && <InvitationMade {...create.data} />}</div>
    </>
  )
}

const InviteRow = ({ invite }: { invite: AdminInvite }) => {
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => api('DELETE /api/admin/invites/:id', { params: { id: invite.id } }),
    onSuccess: () => toast.show('The invitation is revoked', { kind: 'success' }),
    onError: (error) => toast.show(error.message, { kind: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: INVITES }),
  })
  const whom = invite.email ?? `Code ${invite.id}`
  return (
    <li className={styles.row}>
      <span>{whom}</span>
      <span className={classNames('quiet small', styles.when)}>
        {dateText(invite.createdAt)} by {invite.inviter ?? 'command'}, until{' '}
        {dateText(invite.expiresAt)}
      </span>
      <span className={classNames('small', styles.badge)}>{STATES[invite.state]}</span>
      {invite.state === 'open' || invite.state === 'used' ? (
        <Button
          aria-label={`Revoke the invitation of ${whom}`}
          isBusy={revoke.isPending}
          onClick={() => revoke.mutate()}
        >
          Revoke
        </Button>
      ) : null}
    </li>
  )
}
