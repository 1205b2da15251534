import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useSession } from '#client/account/session.ts'
import { useMethodName } from '#client/account/sign-in.ts'
import {
  readInterruptedAction,
  readInterruptedDraft,
  RecentSignInButton,
} from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { ChoiceField, TextField } from '#client/ui/fields.tsx'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
import { Name } from '#client/ui/name.tsx'
import type { AdminUser, UserGroup } from '#shared/contract/admin-users.ts'
import {
  ActionButton,
  AdminList,
  Fact,
  formatBytes,
  formatDate,
  useAdminAction,
  useAdminPages,
} from './admin-parts.tsx'
import styles from './admin-page.module.css'
import { USERS_TEXT } from './users-messages.ts'

const buildRoleAction = (id: string) => `change-role:${id}`
const buildDeleteAction = (id: string) => `delete-user:${id}`
/** The user whose dialog was open when the administrator had to sign in again. */
const findInterruptedUser = (): string | null =>
  /^(?:change-role|delete-user):(.+)$/.exec(readInterruptedAction() ?? '')?.[1] ?? null

export const UsersTab = () => {
  const [words, setWords] = useState('')
  const [group, setGroup] = useState<UserGroup>('all')
  const [openId, setOpenId] = useState(findInterruptedUser)
  const q = useDeferredValue(words.trim())
  const list = useAdminPages(
    ['users', q, group],
    (after, signal) =>
      api('GET /api/admin/users', { query: { group, ...(q && { q }), ...after }, signal }),
    (page) => page.users,
  )
  return (
    <>
      <div className={styles.tools}>
        <TextField label={USERS_TEXT.search} type="search" value={words} onChange={setWords} />
        <ChoiceField
          label={USERS_TEXT.show}
          options={USERS_TEXT.groups}
          value={group}
          onChange={setGroup}
        />
      </div>
      <AdminList
        {...list}
        label={USERS_TEXT.users}
        notLoaded={USERS_TEXT.notLoaded}
        empty={USERS_TEXT.empty}
      >
        {(user) => <UserRow key={user.id} user={user} onOpen={() => setOpenId(user.id)} />}
      </AdminList>
      {openId && <UserDialog key={openId} id={openId} onClose={() => setOpenId(null)} />}
    </>
  )
}

const UserRow = ({ user, onOpen }: { user: AdminUser; onOpen: () => void }) => (
  <li className={styles.row}>
    <button type="button" className={styles.name} onClick={onOpen}>
      <Name>{user.name}</Name>
    </button>
    <span className="quiet">{user.email ?? USERS_TEXT.noEmail}</span>
    <span
      className={classNames('small', styles.badge, user.isSuspended ? styles.alarming : undefined)}
    >
      {user.isSuspended ? USERS_TEXT.suspended : USERS_TEXT.badges[user.role]}
    </span>
    <span className={classNames('quiet small', styles.when)}>
      {USERS_TEXT.lastSignIn(formatDate(user.lastLoginAt))}
    </span>
  </li>
)

const isRole = (value: string): value is AdminUser['role'] => Object.hasOwn(USERS_TEXT.roles, value)

type UserDialogProps = { id: string; onClose: () => void }

const UserDialog = ({ id, onClose }: UserDialogProps) => {
  const nameOf = useMethodName()
  const user = useQuery({
    queryKey: ['admin', 'user', id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/users/:id', { params: { id }, signal })).data,
  })
  return (
    <Dialog isOpen onClose={onClose} title={user.data?.name ?? USERS_TEXT.user}>
      {user.isError && <QueryError title={USERS_TEXT.userNotLoaded} query={user} />}
      {user.isPending && <Skeleton />}
      {user.data && (
        <>
          <dl className={styles.facts}>
            <Fact name={USERS_TEXT.email}>{user.data.email ?? USERS_TEXT.none}</Fact>
            <Fact name={USERS_TEXT.methods}>
              {user.data.methods.map(nameOf).join(', ') || nameOf('invite')}
            </Fact>
            <Fact name={USERS_TEXT.inviter}>{user.data.inviter ?? USERS_TEXT.nobody}</Fact>
            <Fact name={USERS_TEXT.since}>{formatDate(user.data.createdAt)}</Fact>
            <Fact name={USERS_TEXT.pictures}>
              {user.data.uploads.count} ({formatBytes(user.data.uploads.bytes)})
            </Fact>
            <Fact name={USERS_TEXT.devices}>
              {user.data.sessions.map(({ device }) => device).join(', ') || USERS_TEXT.noDevice}
            </Fact>
          </dl>
          <Actions user={user.data} onClose={onClose} />
        </>
      )}
    </Dialog>
  )
}

const Actions = ({ user, onClose }: { user: AdminUser; onClose: () => void }) => {
  const { id, name } = user
  const session = useSession()
  const suspend = useAdminAction(
    () => api('POST /api/admin/users/:id/suspension', { params: { id } }),
    USERS_TEXT.isSuspended(name),
  )
  const restore = useAdminAction(
    () => api('DELETE /api/admin/users/:id/suspension', { params: { id } }),
    USERS_TEXT.isRestored(name),
  )
  const signOut = useAdminAction(
    () => api('DELETE /api/admin/users/:id/sessions', { params: { id } }),
    USERS_TEXT.isSignedOut(name),
  )
  if (session.user?.uid === id) return <p className="quiet">{USERS_TEXT.ownAccount}</p>
  return (
    <div className={classNames('stack gap-5', styles.actions)}>
      <RoleField user={user} />
      <div className="row wrap gap-3">
        {user.isSuspended ? (
          <ActionButton action={restore}>{USERS_TEXT.liftSuspension}</ActionButton>
        ) : (
          <ActionButton action={suspend}>{USERS_TEXT.suspend}</ActionButton>
        )}
        <ActionButton action={signOut}>{USERS_TEXT.signOut}</ActionButton>
      </div>
      <DeleteForm user={user} onClose={onClose} />
    </div>
  )
}

const RoleField = ({ user: { id, role, name } }: { user: AdminUser }) => {
  const [newRole, setNewRole] = useState(() => {
    const draft = readInterruptedDraft(buildRoleAction(id))
    return draft !== null && isRole(draft) ? draft : role
  })
  const change = useAdminAction(
    () => api('PUT /api/admin/users/:id/role', { params: { id }, body: { role: newRole } }),
    USERS_TEXT.roleChanged(name),
  )
  return (
    <>
      <ChoiceField
        label={USERS_TEXT.role}
        options={USERS_TEXT.roles}
        value={newRole}
        onChange={setNewRole}
      />
      <RecentSignInButton
        action={buildRoleAction(id)}
        run={change.mutate}
        draft={newRole}
        className="start"
        disabled={newRole === role}
        isBusy={change.isPending}
      >
        {USERS_TEXT.changeRole}
      </RecentSignInButton>
    </>
  )
}

/** Confirmed by name: a deleted user cannot be brought back. */
const DeleteForm = ({ user: { id, name }, onClose }: { user: AdminUser; onClose: () => void }) => {
  const [typed, setTyped] = useState(() => readInterruptedDraft(buildDeleteAction(id)) ?? '')
  const remove = useAdminAction(async () => {
    await api('DELETE /api/admin/users/:id', { params: { id } })
    onClose()
  }, USERS_TEXT.isDeleted(name))
  return (
    <>
      <TextField
        label={USERS_TEXT.typeName(name)}
        value={typed}
        autoComplete="off"
        onChange={setTyped}
      />
      <RecentSignInButton
        action={buildDeleteAction(id)}
        run={remove.mutate}
        draft={typed}
        className="start"
        icon="trash"
        disabled={typed.trim() !== name.trim()}
        isBusy={remove.isPending}
      >
        {USERS_TEXT.deleteUser}
      </RecentSignInButton>
    </>
  )
}
