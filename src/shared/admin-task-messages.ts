/** What needs an administrator’s attention, on screens and in emails. */

export const ADMIN_TASK_TEXT = {
  servers: (count: number) => (count === 1 ? '1 server down' : `${count} servers down`),
  storage: 'Files can’t be stored',
  search: 'Search is down or behind',
  disk: 'Almost no disk space left',
  mail: 'Email can’t be sent',
  backup: 'No recent backup',
  workers: 'No vision worker is running',
  takedowns: (count: number) =>
    count === 1 ? '1 removal not complete' : `${count} removals not complete`,
  notices: (count: number) => (count === 1 ? '1 notice to decide' : `${count} notices to decide`),
  feeds: (count: number) => (count === 1 ? '1 feed failed' : `${count} feeds failed`),
  webhooks: (count: number) => (count === 1 ? '1 webhook disabled' : `${count} webhooks disabled`),
  jobs: (count: number) =>
    count === 1 ? '1 background job failed' : `${count} background jobs failed`,
  suggestions: (count: number) =>
    count === 1 ? '1 suggestion to decide' : `${count} suggestions to decide`,
  requests: (count: number) =>
    count === 1 ? '1 request for an invitation' : `${count} requests for an invitation`,
  searches: (count: number) =>
    count === 1 ? '1 search found nothing' : `${count} searches found nothing`,
  checklist: (count: number) =>
    count === 1 ? '1 step left before you launch' : `${count} steps left before you launch`,
} as const

export const ADMIN_COUNT_TEXT = {
  orMore: (count: string) => `${count} or more`,
  thingsToDo: 'Things to do',
} as const
