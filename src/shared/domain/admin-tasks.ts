import type { AdminTask } from '#shared/contract/admin-system.ts'
import { JOBS_COUNTED } from '#shared/site-constants.ts'
import { paths } from '#shared/paths.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

/** What needs an administrator's attention, in the order in which it is listed. */
export const ADMIN_TASKS = {
  servers: { part: 'health', title: (count: number) => `${formatCount(count, 'server')} down` },
  storage: { part: 'health', title: () => 'Files can’t be stored' },
  search: { part: 'health', title: () => 'Search is down or behind' },
  disk: { part: 'storage', title: () => 'Almost no disk space left' },
  mail: { part: 'health', title: () => 'Email can’t be sent' },
  backup: { part: 'health', title: () => 'No recent backup' },
  workers: { part: 'health', title: () => 'No vision worker is running' },
  takedowns: {
    part: 'takedown',
    title: (count: number) => `${formatCount(count, 'removal')} not complete`,
  },
  notices: {
    part: 'takedown',
    title: (count: number) => `${formatCount(count, 'notice')} to decide`,
  },
  feeds: { part: 'shops', title: (count: number) => `${formatCount(count, 'feed')} failed` },
  webhooks: {
    part: 'integrations',
    title: (count: number) => `${formatCount(count, 'webhook')} disabled`,
  },
  jobs: {
    part: 'jobs',
    title: (count: number) => `${formatCount(count, 'background job')} failed`,
  },
  suggestions: {
    part: null,
    title: (count: number) => `${formatCount(count, 'suggestion')} to decide`,
  },
  requests: {
    part: 'invitations',
    title: (count: number) => `${formatCount(count, 'request')} for an invitation`,
  },
  searches: {
    part: 'searches',
    title: (count: number) => `${count} ${count === 1 ? 'search' : 'searches'} found nothing`,
  },
  checklist: {
    part: 'site',
    title: (count: number) => `${formatCount(count, 'step')} left before you launch`,
  },
} as const

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

type AdminTaskKind = keyof typeof ADMIN_TASKS

export const ADMIN_TASK_KINDS = Object.keys(ADMIN_TASKS) as [AdminTaskKind, ...AdminTaskKind[]]

/** Where it is done: a part of the administration, or the studio. */
export const buildTaskHref = (kind: AdminTaskKind): string => {
  const { part } = ADMIN_TASKS[kind]
  return part === null ? `${paths.studio.href()}#suggestions` : `${paths.admin.href()}#${part}`
}

export const formatTaskTitle = ({ kind, count }: Pick<AdminTask, 'kind' | 'count'>): string =>
  ADMIN_TASKS[kind].title(count)

/** Counting stops at `JOBS_COUNTED`. */
export const formatJobCount = (count: number): string =>
  `${count.toLocaleString(LOCALE_TEXT.locale)}${count === JOBS_COUNTED ? ' or more' : ''}`
