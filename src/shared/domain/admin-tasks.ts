import type { AdminTask } from '#shared/contract/admin-system.ts'
import { JOBS_COUNTED } from '#shared/site-constants.ts'
import { paths } from '#shared/paths.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { ADMIN_TASK_TEXT, ADMIN_COUNT_TEXT } from '#shared/admin-task-messages.ts'

/** What needs an administrator's attention, in the order in which it is listed. */
export const ADMIN_TASKS = {
  servers: { part: 'health' },
  storage: { part: 'health' },
  search: { part: 'health' },
  disk: { part: 'storage' },
  mail: { part: 'health' },
  backup: { part: 'health' },
  workers: { part: 'health' },
  takedowns: { part: 'takedown' },
  notices: { part: 'takedown' },
  feeds: { part: 'shops' },
  webhooks: { part: 'integrations' },
  jobs: { part: 'jobs' },
  suggestions: { part: null },
  requests: { part: 'invitations' },
  searches: { part: 'searches' },
  checklist: { part: 'site' },
} as const

type AdminTaskKind = keyof typeof ADMIN_TASKS

export const ADMIN_TASK_KINDS = Object.keys(ADMIN_TASKS) as [AdminTaskKind, ...AdminTaskKind[]]

/** Where it is done: a part of the administration, or the studio. */
export const buildTaskHref = (kind: AdminTaskKind): string => {
  const { part } = ADMIN_TASKS[kind]
  return part === null ? `${paths.studio.href()}#suggestions` : `${paths.admin.href()}#${part}`
}

export const formatTaskTitle = ({ kind, count }: Pick<AdminTask, 'kind' | 'count'>): string => {
  const title = ADMIN_TASK_TEXT[kind]
  return typeof title === 'string' ? title : title(count)
}

/** Counting stops at `JOBS_COUNTED`. */
export const formatJobCount = (count: number): string =>
  count === JOBS_COUNTED
    ? ADMIN_COUNT_TEXT.orMore(count.toLocaleString(LOCALE_TEXT.locale))
    : count.toLocaleString(LOCALE_TEXT.locale)
