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
import { ChoiceField, TextField } from '#client/ui/form.tsx'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
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

const GROUPS: Record<UserGroup, string> = {
  all: 'All users',
  admins: 'Administrators',
  editors: 'Editors',
  creators: 'Creators',
  invited: 'With an invitation',
  suspended: 'Suspended',
}

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
        <TextField label="Name or email" type="search" value={words} onChange={setWords} />
        <ChoiceField label="Show" options={GROUPS} value={group} onChange={setGroup} />
      </div>
      <AdminList {...list} label="Users" subject="users">
        {(user) => <UserRow key={user.id} user={user} onOpen={() => setOpenId(user.id)} />}
      </AdminList>
      {openId && <UserDialog key={openId} id={openId} onClose={() => setOpenId(null)} />}
    </>
  )
}

const BADGES: Record<AdminUser['role'], string> = {
  user: 'User',
  invited: 'Invited',
  creator: 'Creator',
  editor: 'Editor',
  admin: 'Admin',
}

const UserRow = ({ user, onOpen }: { user: AdminUser; onOpen: () => void }) => (
  <li className={styles.row}>
    <button type="button" className={styles.name} onClick={onOpen}>
      {user.name}
    </button>
    <span className="quiet">{user.email ?? 'No email'}</span>
    <span
      className={classNames('small', styles.badge, user.isSuspended ? styles.alarming : undefined)}
    >
      {user.isSuspended ? 'Suspended' : BADGES[user.role]}
    </span>
    <span className={classNames('quiet small', styles.when)}>
      Last sign-in {formatDate(user.lastLoginAt)}
    </span>
  </li>
)

const ROLES: Record<AdminUser['role'], string> = {
  user: 'User',
  invited: 'User with an invitation',
  creator: 'Creator: publishes on a page of their own',
  editor: 'Editor: publishes for anyone',
  admin: 'Administrator',
}
const isRole = (value: string): value is AdminUser['role'] => Object.hasOwn(ROLES, value)

type UserDialogProps = { id: string; onClose: () => void }

const UserDialog = ({ id, onClose }: UserDialogProps) => {
  const nameOf = useMethodName()
  const user = useQuery({
    queryKey: ['admin', 'user', id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/users/:id', { params: { id }, signal })).data,
  })
  return (
    <Dialog isOpen onClose={onClose} title={user.data?.name ?? 'User'}>
      {user.isError && <QueryError title="this user" query={user} />}
      {user.isPending && <Skeleton />}
      {user.data && (
        <>
          <dl className={styles.facts}>
            <Fact name="Email">{user.data.email ?? 'none'}</Fact>
            <Fact name="Signs in with">
              {user.data.methods.map(nameOf).join(', ') || nameOf('invite')}
            </Fact>
            <Fact name="Invited by">{user.data.inviter ?? 'nobody'}</Fact>
            <Fact name="Since">{formatDate(user.data.createdAt)}</Fact>
            <Fact name="Pictures">
              {user.data.uploads.count} ({formatBytes(user.data.uploads.bytes)})
            </Fact>
            <Fact name="Signed in on">
              {user.data.sessions.map(({ device }) => device).join(', ') || 'no device'}
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
    `${name} is suspended`,
  )
  const restore = useAdminAction(
    () => api('DELETE /api/admin/users/:id/suspension', { params: { id } }),
    `${name} can sign in again`,
  )
  const signOut = useAdminAction(
    () => api('DELETE /api/admin/users/:id/sessions', { params: { id } }),
    `${name} is signed out everywhere`,
  )
  if (session.user?.uid === id) return <p className="quiet">This is your own account.</p>
  return (
    <div className={classNames('stack gap-5', styles.actions)}>
      <RoleField user={user} />
      <div className="row wrap gap-3">
        {user.isSuspended ? (
          <ActionButton action={restore}>Lift the suspension</ActionButton>
        ) : (
          <ActionButton action={suspend}>Suspend</ActionButton>
        )}
        <ActionButton action={signOut}>Sign out everywhere</ActionButton>
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
    `The role of ${name} is changed`,
  )
  return (
    <>
      <ChoiceField label="Role" options={ROLES} value={newRole} onChange={setNewRole} />
      <RecentSignInButton
        action={buildRoleAction(id)}
        run={change.mutate}
        draft={newRole}
        className="start"
        disabled={newRole === role}
        isBusy={change.isPending}
      >
        Change role
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
  }, `${name} is deleted`)
  return (
    <>
      <TextField
        label={`To delete this user with everything they have, type their name: ${name}`}
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
        Delete user
      </RecentSignInButton>
    </>
  )
}
