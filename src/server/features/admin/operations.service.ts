import { ADMIN_MAIL_TEXT } from './admin-mail-messages.ts'

import type { Core } from '#server/core/core.ts'
import { statfs } from 'node:fs/promises'
import type { BackupStatus } from '#server/backup/backup.store.ts'
import { BUILD } from '#server/core/installation.ts'
import type { WatchedMail } from '#server/core/mail/mail.ts'
import type { Readiness } from '#server/core/readiness.ts'
import type { Registry } from '#server/core/telemetry/metrics.ts'
import type { AdminOverview, AdminTask } from '#shared/contract/admin-system.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import { composeTaskMail } from './admin-mail.ts'
import { type Administrator, createOperationsStore, type ServerRow } from './operations.store.ts'

const OPERATIONS = {
  /** A server notes its health every minute; the minute is rounded down. */
  downAfterS: 4 * 60,
  /** Below both, a disk counts as full. */
  fullShare: 0.05,
  fullBytes: 5e9,
  digestEveryMs: DAY_MS,
  /** Emails about unchanged tasks are repeated at this interval. */
  repeatMs: 7 * DAY_MS,
  retryMs: 60 * MINUTE_MS,
  maxAdmins: 20,
  namesShown: 3,
  /** A backup is late after this many intervals. */
  backupLateFactor: 2,
} as const

type SearchStatus = NonNullable<AdminOverview['search']>

type OperationsDependencies = Pick<
  Core,
  'env' | 'log' | 'pool' | 'publicUrl' | 'smtp' | 'storageProblem' | 'writeMail'
> & {
  readiness: Pick<Readiness, 'report'>
  backup: () => Promise<BackupStatus>
  unsavedSince: () => Promise<Date | null>
  /** Null without a search database. */
  search: (() => Promise<SearchStatus>) | null
  countUnansweredMisses: () => Promise<number>
  /** The steps from an empty site to the first look. */
  readChecklist: () => Promise<readonly { isDone: boolean }[]>
}

export type Disk = { freeBytes: number; sizeBytes: number }

export const readDisk = async (folder: string): Promise<Disk | null> => {
  // Some file systems do not support this.
  const stats = await statfs(folder).catch(() => null)
  return stats && { freeBytes: stats.bavail * stats.bsize, sizeBytes: stats.blocks * stats.bsize }
}

const isDiskNearlyFull = ({ freeBytes, sizeBytes }: Disk) =>
  freeBytes < OPERATIONS.fullBytes && freeBytes < sizeBytes * OPERATIONS.fullShare

type Heartbeat = Pick<ServerRow, 'secondsAgo' | 'isStopped'>

const getServerState = ({ secondsAgo, isStopped }: Heartbeat): 'running' | 'stopped' | 'down' => {
  if (isStopped) return 'stopped'
  return secondsAgo > OPERATIONS.downAfterS ? 'down' : 'running'
}

const addServerState = ({ secondsAgo, isStopped, ...facts }: ServerRow) => ({
  ...facts,
  state: getServerState({ secondsAgo, isStopped }),
})

const joinNames = (names: readonly string[]): string =>
  names.length > OPERATIONS.namesShown
    ? ADMIN_MAIL_TEXT.namesAndMore(
        names.slice(0, OPERATIONS.namesShown).join('; '),
        names.length - OPERATIONS.namesShown,
      )
    : names.join('; ')

/** The tasks of administrators and the state of the site, for their page, emails and metrics. */
export const createOperations = (dependencies: OperationsDependencies) => {
  const {
    env,
    log,
    publicUrl,
    smtp: mail,
    storageProblem,
    writeMail,
    readiness,
    backup,
    search,
  } = dependencies
  const { unsavedSince } = dependencies
  const store = createOperationsStore(dependencies.pool)

  const readFacts = async () => {
    const [counts, feeds, servers, mailState, lastBackup, searchStatus] = await Promise.all([
      store.counts(),
      store.feeds(),
      store.servers(),
      mail?.state() ?? null,
      backup(),
      search?.() ?? null,
    ])
    const storage = await storageProblem()
    return { counts, feeds, servers, mailState, lastBackup, searchStatus, storage }
  }
  type Facts = Awaited<ReturnType<typeof readFacts>>

  const backupProblem = ({ at, problem }: BackupStatus): string | null => {
    if (problem) return problem
    const backupEveryMs = env.BACKUP_EVERY
    if (backupEveryMs === undefined) return null
    // The first backup is made at the start; if it failed, that is the problem above.
    if (!at || Date.now() - at.getTime() < backupEveryMs * OPERATIONS.backupLateFactor) return null
    return ADMIN_MAIL_TEXT.lastBackup(at.toISOString().slice(0, 10))
  }

  const tasksFrom = (facts: Facts) => {
    const { counts, feeds, servers, mailState, lastBackup, searchStatus, storage } = facts
    const tasks: AdminTask[] = []
    const add = (kind: AdminTask['kind'], count: number, detail: string | null, isSerious = true) =>
      count > 0 && tasks.push({ kind, count, detail, isSerious })
    const down = servers.filter((server) => getServerState(server) === 'down')
    add('servers', down.length, joinNames(down.map(({ name }) => name)))
    const running = servers.filter((server) => getServerState(server) === 'running')
    const problems = running.flatMap(({ name, problem }) =>
      problem ? [`${name}: ${problem}`] : [],
    )
    add('storage', storage ? 1 : problems.length, storage ?? joinNames(problems))
    add('search', searchStatus?.problem ? 1 : 0, searchStatus?.problem ?? null)
    const full = running.filter(({ disk }) => disk !== null && isDiskNearlyFull(disk))
    add('disk', full.length, joinNames(full.map(({ name }) => name)))
    add('mail', mailState?.problem ? 1 : 0, mailState?.problem ?? null)
    const backups = backupProblem(lastBackup)
    add('backup', backups ? 1 : 0, backups)
    add(
      'workers',
      env.VISION_WORKERS === 0 && counts.workers === 0 ? 1 : 0,
      ADMIN_MAIL_TEXT.noWorkers,
    )
    add('takedowns', counts.takedowns.length, joinNames(counts.takedowns))
    add(
      'notices',
      counts.notices,
      counts.child_abuse > 0 ? ADMIN_MAIL_TEXT.childAbuse(counts.child_abuse) : null,
      counts.child_abuse > 0,
    )
    const failed = feeds.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused')
    const reasons = failed.map(({ shop, reason }) => `${shop}${reason ? `: ${reason}` : ''}`)
    add('feeds', failed.length, joinNames(reasons), false)
    add('webhooks', counts.webhooks.length, joinNames(counts.webhooks))
    add('jobs', counts.failed_jobs, null, false)
    add('suggestions', counts.suggestions, null, false)
    add('requests', counts.requests, null, false)
    return tasks
  }

  /** What is worth doing but no email. */
  const readLeisurelyTasks = async (): Promise<AdminTask[]> => {
    const [misses, checklist] = await Promise.all([
      dependencies.countUnansweredMisses(),
      dependencies.readChecklist(),
    ])
    const steps = checklist.filter(({ isDone }) => !isDone).length
    const common = { detail: null, isSerious: false }
    return [
      ...(misses > 0 ? [{ kind: 'searches' as const, count: misses, ...common }] : []),
      ...(steps > 0 ? [{ kind: 'checklist' as const, count: steps, ...common }] : []),
    ]
  }

  const send = async (
    sender: WatchedMail,
    admins: readonly Administrator[],
    kind: 'digest' | 'serious',
    facts: Facts,
  ) => {
    const selectTasks = () =>
      tasksFrom(facts).filter(({ isSerious }) => kind === 'digest' || isSerious)
    const tasks = selectTasks()
    if (tasks.length === 0) return
    // Names and counts change all the time; only a new kind of task is worth another serious email.
    const content =
      kind === 'digest'
        ? composeTaskMail(kind, tasks, publicUrl ?? '').text
        : tasks.map((task) => task.kind).join(' ')
    const { digestEveryMs: everyMs, repeatMs, retryMs } = OPERATIONS
    if (!(await store.claimMail(kind, content, { everyMs, repeatMs }))) return
    const results = await Promise.allSettled(
      admins.map(({ email, language }) =>
        sender.send({
          to: email,
          ...writeMail(language, () => composeTaskMail(kind, selectTasks(), publicUrl ?? '')),
        }),
      ),
    )
    if (results.some(({ status }) => status === 'fulfilled')) return
    log.warn({ kind }, 'Could not send an email to the administrators')
    await store.retryMail(kind, everyMs - retryMs)
  }

  return {
    readOverview: async (): Promise<AdminOverview> => {
      const facts = await readFacts()
      const { counts, servers, mailState, lastBackup, searchStatus, storage } = facts
      return {
        ...BUILD,
        tasks: [...tasksFrom(facts), ...(await readLeisurelyTasks())],
        ready: await readiness.report(),
        servers: servers.map(addServerState),
        vision: { inServers: env.VISION_WORKERS, separate: counts.workers },
        database: { ...(await store.database()), isEmbedded: env.DATABASE_URL === undefined },
        search: searchStatus,
        storage: { isShared: env.STORAGE_URL !== undefined, problem: storage },
        mail: mailState,
        backup: {
          at: lastBackup.at?.toISOString() ?? null,
          problem: lastBackup.problem,
          isScheduled: env.BACKUP_EVERY !== undefined,
        },
      }
    },

    /** Sends at most one digest a day, and an immediate email about the first serious task. */
    emailAdmins: async () => {
      if (!mail) return
      const facts = await readFacts()
      if (tasksFrom(facts).length === 0) return
      const admins = await store.admins(OPERATIONS.maxAdmins)
      if (admins.length === 0) return
      await send(mail, admins, 'serious', facts)
      await send(mail, admins, 'digest', facts)
    },

    addGauges: ({ gauge, counter }: Pick<Registry, 'gauge' | 'counter'>) => {
      const snapshot = cacheResult(10_000, async () => ({
        counts: await store.counts(),
        feeds: await store.feeds(),
        unsavedSince: await unsavedSince(),
      }))
      gauge(
        'wearabouts_notices_open',
        'Notices about content that nobody has decided.',
        async () => (await snapshot())?.counts.notices,
      )
      gauge(
        'wearabouts_invite_requests_open',
        'Requests for an invitation.',
        async () => (await snapshot())?.counts.requests,
      )
      gauge(
        'wearabouts_feed_age_seconds',
        'Time since the feed of a shop was last read without a problem.',
        async () =>
          (await snapshot())?.feeds.map(({ shop, age_s }) => ({
            labels: { shop },
            value: Math.round(age_s),
          })),
      )
      gauge('wearabouts_feed_ok', 'Whether the last run of a feed ended well.', async () =>
        (await snapshot())?.feeds.map(({ shop, outcome }) => ({
          labels: { shop },
          value: outcome === 'changed' || outcome === 'unchanged' ? 1 : 0,
        })),
      )
      gauge(
        'wearabouts_backup_age_seconds',
        'Time since the last good backup began; without one, since the site was set up.',
        async () => {
          const since = (await snapshot())?.unsavedSince
          return since && Math.round((Date.now() - since.getTime()) / 1_000)
        },
      )
      gauge('wearabouts_storage_ok', 'Whether files can be stored.', async () =>
        (await storageProblem()) === null ? 1 : 0,
      )
      gauge(
        'wearabouts_disk_free_bytes',
        'Space left on the disk of DATA_DIR.',
        async () => (await readDisk(env.DATA_DIR))?.freeBytes,
      )
      gauge(
        'wearabouts_disk_size_bytes',
        'Size of the disk of DATA_DIR.',
        async () => (await readDisk(env.DATA_DIR))?.sizeBytes,
      )
      counter('wearabouts_mails_total', 'Emails that this server sent, by outcome.', () =>
        Object.entries(mail?.getCounts() ?? {}).map(([outcome, value]) => ({
          labels: { outcome },
          value,
        })),
      )
    },
  }
}

/** Null while the database does not answer, when the other metrics are needed most. */
const cacheResult = <T>(ms: number, read: () => Promise<T>) => {
  let cached: { at: number; value: Promise<T | null> } | null = null
  return (): Promise<T | null> => {
    if (!cached || performance.now() - cached.at > ms)
      cached = { at: performance.now(), value: read().catch(() => null) }
    return cached.value
  }
}
