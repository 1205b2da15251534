import { z } from 'zod'
import { JOB_STATES } from '#shared/contract/admin-system.ts'
import { USER_ROLES } from '#shared/contract/permissions.ts'
import { formatJobCount } from '#shared/domain/admin-tasks.ts'
import { createAdmin, createStorageUsageReader } from '#server/features/admin/index.ts'
import { createSetup } from '#server/features/accounts/index.ts'
import { openStorage } from '#server/core/storage/open-storage.ts'
import { findCommand, getOrigin, runCommandLine, UsageError, withDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run admin -- setup-link
  npm run admin -- users [WORDS]
  npm run admin -- role USER user|invited|creator|editor|admin
  npm run admin -- suspend|restore|sign-out|delete USER
  npm run admin -- jobs [waiting|failed]
  npm run admin -- retry [QUEUE KEY]
  npm run admin -- storage
  npm run admin -- audit

setup-link  makes a link, valid for a day: whoever opens it and signs in becomes an administrator.
users       lists the newest users, or those with WORDS in their name or email address.
suspend     ends all sessions of a user, who cannot sign in until 'restore'.
delete      deletes a user with everything they have; pictures go within an hour.
jobs        lists work in the background that waits, or that has failed and why.
retry       tries failed work again: one job as jobs lists it, or all.
storage     prints how much space files and the database take up, by kind.
audit       lists what administrators and these commands did last.
USER is an id or an email address. Invitations: npm run invites. Shops: npm run shops. Catalogue
files: npm run catalog. Notices and removed content: npm run takedown.`

const MAX_JOBS = 100

type AdminCommandInput = {
  setup: ReturnType<typeof createSetup>
  admin: ReturnType<typeof createAdmin>
  readStorage: ReturnType<typeof createStorageUsageReader>
  origin: string
  words: string[]
}

const jobStates = z.enum(JOB_STATES)

const formatSizeLine = (name: string, count: number, bytes: number) =>
  [name.padEnd(30), String(count).padStart(12), `${(bytes / 1e6).toFixed(1)} MB`].join('  ')

const roles = z.enum(USER_ROLES)

const findUid = async ({ admin, words: [idOrEmail] }: AdminCommandInput) => {
  if (!idOrEmail) throw new UsageError('Which user? Give an id or an email address.')
  const uid = await admin.users.uidOf(idOrEmail)
  if (uid === null) throw new Error(`There is no user ${idOrEmail}`)
  return uid
}

/** A command that acts on a user. The audit log names no actor, because there is no session. */
const createUserCommand =
  (
    action: (
      users: AdminCommandInput['admin']['users'],
      uid: string,
      input: AdminCommandInput,
    ) => Promise<void>,
    done: string,
  ) =>
  async (input: AdminCommandInput) => {
    await action(input.admin.users, await findUid(input), input)
    console.log(`${input.words[0]} ${done}.`)
  }

const commands: Record<string, (input: AdminCommandInput) => Promise<void>> = {
  'setup-link': async ({ setup, origin }) => {
    console.log(await setup.extraLink(origin))
  },
  users: async ({ admin, words }) => {
    const { users } = await admin.users.list({ q: words.join(' ') })
    for (const { id, role, isSuspended, email, name } of users)
      console.log([id, isSuspended ? 'suspended' : role, email ?? '-', name].join('  '))
    if (users.length === 0) console.log('There are no such users.')
  },
  role: createUserCommand(async (users, uid, { words: [, role] }) => {
    const parsed = roles.safeParse(role)
    if (!parsed.success) throw new UsageError(`Which role? Give one of ${USER_ROLES.join(', ')}.`)
    await users.setRole(null, uid, parsed.data)
  }, 'has the role now'),
  suspend: createUserCommand((users, uid) => users.suspend(null, uid), 'is suspended'),
  restore: createUserCommand((users, uid) => users.restore(null, uid), 'can sign in again'),
  'sign-out': createUserCommand(
    (users, uid) => users.signOut(null, uid),
    'is signed out everywhere',
  ),
  delete: createUserCommand((users, uid) => users.remove(null, uid), 'is deleted'),
  jobs: async ({ admin, words: [state = 'failed'] }) => {
    const parsed = jobStates.safeParse(state)
    if (!parsed.success) throw new UsageError('Which jobs? waiting or failed.')
    const rows = await admin.jobs.list(parsed.data, null, MAX_JOBS)
    for (const { queue, key, title, attempts, reason } of rows)
      console.log([queue, key, `${attempts} attempts`, title ?? '', reason ?? ''].join('  '))
    console.log(`${formatJobCount(await admin.jobs.count(parsed.data))} in all`)
  },
  retry: async ({ admin, words: [queue, key] }) => {
    if (queue && !key)
      throw new UsageError('Which job? Give its queue and key, or neither for all.')
    const retried = await admin.jobs.retry(queue && key ? { queue, key } : null)
    await admin.audit.note(null, 'jobs-retried', queue && key ? `${queue} ${key}` : null)
    console.log(`${retried} tried again.`)
  },
  storage: async ({ readStorage }) => {
    const { files, database } = await readStorage()
    for (const { kind, ...usage } of files)
      console.log(formatSizeLine(kind, usage.files, usage.bytes))
    for (const { name, rows, bytes } of database.tables)
      console.log(formatSizeLine(name, rows, bytes))
    console.log(`Database: ${(database.bytes / 1e6).toFixed(1)} MB`)
  },
  audit: async ({ admin }) => {
    for (const { at, actor, event, subject, detail } of await admin.audit.list(null, 100))
      console.log([at, actor ?? 'command', event, subject ?? '', detail ?? ''].join('  ').trim())
  },
}

await runCommandLine(USAGE, {}, async ({ positionals: [name = '', ...words] }) => {
  const command = findCommand(name, commands)
  await withDatabase(async ({ pool }, env) => {
    await command({
      setup: createSetup(pool),
      admin: createAdmin(pool),
      readStorage: createStorageUsageReader({
        pool,
        storage: openStorage(env, process.env),
        cacheUsage: () => ({ files: 0, bytes: 0 }),
      }),
      origin: getOrigin(env),
      words,
    })
  })
})
