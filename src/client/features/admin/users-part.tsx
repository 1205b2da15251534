import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { classNames } from '#client/ui/class-names.ts'
import { TextField } from '#client/ui/text-field.tsx'
import type { AdminUser, UserGroup } from '#shared/contract/admin-users.ts'
import styles from './admin-page.module.css'
import { dateText } from './date-text.ts'
import { ShowMore } from './show-more.tsx'
import { UserDialog } from './user-dialog.tsx'

const GROUPS: Record<UserGroup, string> = {
  all: 'All users',
  admins: 'Administrators',
  invited: 'With an invitation',
  suspended: 'Suspended',
}
const isGroup = (value: string): value is UserGroup => Object.hasOwn(GROUPS, value)

export const UsersPart = () => {
  const [words, setWords] = useState('')
  const [group, setGroup] = useState<UserGroup>('all')
  const [chosen, setChosen] = useState<string | null>(null)
  const q = useDeferredValue(words.trim())
  const list = useInfiniteQuery({
    queryKey: ['admin', 'users', q, group],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /api/admin/users', {
          query: { group, ...(q && { q }), ...(pageParam && { after: pageParam }) },
          signal,
        })
      ).data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const users = list.data?.pages.flatMap((page) => page.users) ?? []
  return (
    <>
      <div className={styles.tools}>
        <TextField
          label="Name or email"
          type="search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <TextField
          label="Show"
          options={GROUPS}
          value={group}
          onChange={({ target: { value } }) => isGroup(value) && setGroup(value)}
        />
      </div>
      <ul className={styles.list} aria-label="Users" aria-busy={list.isFetching}>
        {users.map((user) => (
          <UserRow key={user.id} user={user} onOpen={() => setChosen(user.id)} />
        ))}
      </ul>
      <ShowMore query={list} count={users.length} what="users" />
      {chosen && <UserDialog key={chosen} id={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

const ROLES: Record<AdminUser['role'], string> = {
  user: 'User',
  invited: 'Invited',
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
      {user.isSuspended ? 'Suspended' : ROLES[user.role]}
    </span>
    <span className={classNames('quiet small', styles.when)}>
      Last login {dateText(user.lastLoginAt)}
    </span>
  </li>
)
