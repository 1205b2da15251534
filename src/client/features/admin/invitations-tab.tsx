import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readInterruptedDraft, useRecentSignIn } from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ChoiceField, TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import type { AdminInvite } from '#shared/contract/admin-users.ts'
import type { InviteRequest } from '#shared/contract/invitations.ts'
import {
  ActionButton,
  AdminList,
  formatDate,
  useAdminAction,
  useAdminPages,
} from './admin-parts.tsx'
import styles from './admin-page.module.css'
import { ADMIN_INVITES_TEXT } from './invitations-messages.ts'
import { RichText, escapeTags } from '#client/ui/rich-text.tsx'

export const InvitationsTab = () => {
  const list = useAdminPages(
    ['invites'],
    (after, signal) => api('GET /api/admin/invites', { query: after, signal }),
    (page) => page.invites,
  )
  return (
    <>
      <InviteRequests />
      <h2>{ADMIN_INVITES_TEXT.invitations}</h2>
      <CreateForm />
      <AdminList
        {...list}
        label={ADMIN_INVITES_TEXT.invitations}
        notLoaded={ADMIN_INVITES_TEXT.notLoaded}
        empty={ADMIN_INVITES_TEXT.noInvitations}
      >
        {(invite) => <InviteRow key={invite.id} invite={invite} />}
      </AdminList>
    </>
  )
}

const INVITE_ACTION = 'invite-publisher'
type Invitee = { email: string; role: keyof typeof ADMIN_INVITES_TEXT.roles }

/** What was filled in before the administrator had to sign in again. */
const readInterruptedInvitee = (): Invitee => {
  const [role, email = ''] = (readInterruptedDraft(INVITE_ACTION) ?? '').split('\n')
  return { email, role: role === 'creator' || role === 'editor' ? role : 'invited' }
}

const CreateForm = () => {
  const queries = useQueryClient()
  const [{ email, role }, setInvitee] = useState(readInterruptedInvitee)
  const create = useMutation({
    mutationFn: async () =>
      (
        await api('POST /api/admin/invites', {
          body: { email: email.trim() || null, role: role === 'invited' ? null : role },
        })
      ).data,
    onSuccess: () => {
      setInvitee({ email: '', role: 'invited' })
      return queries.invalidateQueries({ queryKey: ['admin'] })
    },
  })
  const asPublisher = useRecentSignIn(INVITE_ACTION, () => create.mutate(), {
    draft: `${role}\n${email}`,
  })
  return (
    <>
      <Form
        className={styles.tools}
        onSubmit={() => (role === 'invited' ? create.mutate() : asPublisher.start())}
      >
        <TextField
          label={ADMIN_INVITES_TEXT.email}
          type="email"
          autoComplete="off"
          value={email}
          onChange={(value) => setInvitee({ email: value, role })}
          problem={create.error?.message}
        />
        <ChoiceField
          label={ADMIN_INVITES_TEXT.role}
          options={ADMIN_INVITES_TEXT.roles}
          value={role}
          onChange={(value) => setInvitee({ email, role: value })}
        />
        <Button type="submit" variant="primary" isBusy={asPublisher.isChecking || create.isPending}>
          {ADMIN_INVITES_TEXT.create}
        </Button>
      </Form>
      {/* Outside the form: a code that is entered there must not submit this form too. */}
      {asPublisher.dialog}
      <div aria-live="polite">{create.data && <NewInvitation {...create.data} />}</div>
    </>
  )
}

const InviteRow = ({ invite }: { invite: AdminInvite }) => {
  const revoke = useAdminAction(
    () => api('DELETE /api/admin/invites/:id', { params: { id: invite.id } }),
    ADMIN_INVITES_TEXT.revoked,
  )
  const invitee = invite.email ?? ADMIN_INVITES_TEXT.code(invite.id)
  return (
    <li className={styles.row}>
      <span>
        {invitee}{' '}
        {invite.role && (
          <span className="quiet small">{ADMIN_INVITES_TEXT.publisherRoles[invite.role]}</span>
        )}
      </span>
      <span className={classNames('quiet small', styles.when)}>
        {ADMIN_INVITES_TEXT.term(
          formatDate(invite.createdAt),
          invite.inviter ?? ADMIN_INVITES_TEXT.command,
          formatDate(invite.expiresAt),
        )}
      </span>
      <span className={classNames('small', styles.badge)}>
        {ADMIN_INVITES_TEXT.states[invite.state]}
      </span>
      {invite.state === 'open' || invite.state === 'used' ? (
        <ActionButton aria-label={ADMIN_INVITES_TEXT.revokeOf(invitee)} action={revoke}>
          {ADMIN_INVITES_TEXT.revoke}
        </ActionButton>
      ) : null}
    </li>
  )
}

/** Requests for an invitation. */
const InviteRequests = () => {
  const list = useAdminPages(
    ['invite-requests'],
    (after, signal) => api('GET /api/admin/invite-requests', { query: after, signal }),
    (page) => page.requests,
  )
  // Not in the row, which disappears with the request: the code is shown only once.
  const accept = useAdminAction(
    async (id: string) =>
      (await api('POST /api/admin/invite-requests/:id/accept', { params: { id } })).data,
  )
  return (
    <>
      <h2>{ADMIN_INVITES_TEXT.requests}</h2>
      <div aria-live="polite">{accept.data && <NewInvitation {...accept.data} />}</div>
      <AdminList
        {...list}
        label={ADMIN_INVITES_TEXT.requests}
        notLoaded={ADMIN_INVITES_TEXT.requestsNotLoaded}
        empty={ADMIN_INVITES_TEXT.noRequests}
      >
        {(request) => (
          <RequestRow
            key={request.id}
            request={request}
            isBusy={accept.isPending}
            onAccept={() => accept.mutate(request.id)}
          />
        )}
      </AdminList>
    </>
  )
}

type RequestRowProps = { request: InviteRequest; isBusy: boolean; onAccept: () => void }

const RequestRow = ({ request, isBusy, onAccept }: RequestRowProps) => {
  const { id, email, name, message, askedAt } = request
  const decline = useAdminAction(
    () => api('POST /api/admin/invite-requests/:id/decline', { params: { id } }),
    ADMIN_INVITES_TEXT.declined,
  )
  return (
    <li className={styles.row}>
      <span>
        {name ?? email} {name && <span className="quiet small">{email}</span>}
      </span>
      <span className="quiet small">{message}</span>
      <span className={classNames('quiet small', styles.when)}>{formatDate(askedAt)}</span>
      <span className="row wrap gap-2">
        <Button
          variant="primary"
          aria-label={ADMIN_INVITES_TEXT.inviteOf(email)}
          isBusy={isBusy}
          onClick={onAccept}
        >
          {ADMIN_INVITES_TEXT.invite}
        </Button>
        <ActionButton aria-label={ADMIN_INVITES_TEXT.declineOf(email)} action={decline}>
          {ADMIN_INVITES_TEXT.decline}
        </ActionButton>
      </span>
    </li>
  )
}

type NewInvitationProps = {
  /** The address of the person who asked for it. */
  email?: string
  code: string | null
  link: string | null
  isSent: boolean
}

/** A new invitation, with its code, which is not shown again. */
const NewInvitation = ({ email, code, link, isSent }: NewInvitationProps) => (
  <div className="stack gap-2">
    {email && <p>{ADMIN_INVITES_TEXT.isInvited(email)}</p>}
    {code && (
      <p>
        <RichText
          text={
            isSent
              ? ADMIN_INVITES_TEXT.codeSent(escapeTags(code))
              : ADMIN_INVITES_TEXT.codeToPassOn(escapeTags(code))
          }
          tags={{ b: <strong /> }}
        />
      </p>
    )}
    {link && <p className={styles.row}>{link}</p>}
  </div>
)
