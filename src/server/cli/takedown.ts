import { z } from 'zod'
import { createAuditStore } from '#server/core/audit.store.ts'
import { createRateLimitsStore } from '#server/core/http/rate-limits.store.ts'
import { openMail } from '#server/core/mail/mail.ts'
import { createSharedContentReader } from '#server/features/boards/index.ts'
import { openPictureSources } from '#server/features/images/index.ts'
import { createTakedown } from '#server/features/moderation/index.ts'
import { createSiteNameReader } from '#server/features/site/index.ts'
import { rowId } from '#shared/contract/call.ts'
import {
  findCommand,
  getOrigin,
  runCommandLine,
  UsageError,
  withDatabase,
  withSearchDatabase,
} from './command-line.ts'
import { openLanguages } from './languages.ts'

const USAGE = `Usage:
  npm run takedown -- notices [open|removed|declined|restored]
  npm run takedown -- decline NOTICE --reason TEXT
  npm run takedown -- remove ADDRESS --reason TEXT [--notice NOTICE]
  npm run takedown -- list
  npm run takedown -- restore TAKEDOWN --reason TEXT
  npm run takedown -- report

notices  lists notices about content, newest first; open ones by default.
remove   removes the look, picture, product, board or creator's page at ADDRESS from all pages, lists,
         searches and files of all servers, and keeps it from being imported, uploaded or shared again.
         ADDRESS is that of a page of this site, or of the picture itself.
restore  brings it back, such as after a counter-notice.
report   counts the notices and decisions of each year.
NOTICE and TAKEDOWN are the numbers that notices and list show. Senders of notices are told by
email, if SMTP_URL is set. Files of removed content are deleted when a server runs.`

type TakedownCommandInput = ReturnType<typeof createTakedown> & {
  words: string[]
  origin: string
  reason: string | undefined
  noticeId: string | null
}

const states = z.enum(['open', 'removed', 'declined', 'restored'])

const requireValue = (value: string | undefined, question: string): string => {
  if (!value?.trim()) throw new UsageError(question)
  return value.trim()
}
const requireId = ({ words: [id] }: TakedownCommandInput): string => {
  const parsed = rowId.safeParse(id)
  if (!parsed.success) throw new UsageError('Which one? Give the number that the list shows.')
  return parsed.data
}
const requireReason = ({ reason }: TakedownCommandInput) =>
  requireValue(reason, 'Why? Give --reason.')

const commands: Record<string, (input: TakedownCommandInput) => Promise<void>> = {
  notices: async ({ notices, words: [state] }) => {
    const parsed = states.safeParse(state ?? 'open')
    if (!parsed.success) throw new UsageError('Which notices? open, removed, declined or restored.')
    const { notices: rows } = await notices.list(parsed.data, null)
    for (const { id, reference, receivedAt, kind, address, email } of rows)
      console.log([id, reference, receivedAt, kind, address, email ?? '-'].join('  '))
    if (rows.length === 0) console.log('There are no such notices.')
  },
  decline: async (input) => {
    const id = requireId(input)
    await input.notices.decline(id, { actor: null, reason: requireReason(input) })
    console.log(`Notice ${id} is declined.`)
  },
  remove: async (input) => {
    const removed = await input.takedown.remove({
      address: requireValue(
        input.words[0],
        'What? Give the address of a look, picture, product, board or creator’s page.',
      ),
      reason: requireReason(input),
      noticeId: input.noticeId,
      actor: null,
      origin: input.origin,
    })
    console.log(`${removed.id}  ${removed.kind}  ${removed.title} is removed.`)
    if (!removed.isRecognised)
      console.log('A picture could not be read, so copies of it will not be recognised.')
  },
  list: async ({ takedown }) => {
    const { takedowns } = await takedown.list(null)
    for (const { id, kind, title, removedAt, restoredAt, reason } of takedowns)
      console.log(
        [
          id,
          kind,
          title,
          removedAt,
          restoredAt ? `restored ${restoredAt}` : 'in force',
          reason,
        ].join('  '),
      )
    if (takedowns.length === 0) console.log('Nothing was removed.')
  },
  restore: async (input) => {
    const id = requireId(input)
    await input.takedown.restore(id, { actor: null, reason: requireReason(input) })
    console.log(`Takedown ${id} is restored.`)
  },
  report: async ({ notices }) => {
    for (const year of await notices.counts()) {
      const kinds = year.byKind.map((count) => `${count.kind} ${count.notices}`).join(', ')
      console.log(
        `${year.year}: ${year.notices} notices (${kinds || 'none'}), ${year.removed} removed, ${year.declined} declined, ${year.ownInitiative} removed without a notice, ${year.restored} restored, median ${year.medianHours === null ? '-' : year.medianHours.toFixed(1)} h`,
      )
    }
  },
}

await runCommandLine(
  USAGE,
  { reason: { type: 'string' }, notice: { type: 'string' } },
  async ({ positionals: [name = '', ...words], values }) => {
    const command = findCommand(name, commands)
    if (values.notice !== undefined && !rowId.safeParse(values.notice).success)
      throw new UsageError('--notice must be the number of a notice.')
    await withDatabase(async (database, env, log) => {
      const { pool, maintenance } = database
      const pictures = await openPictureSources(env, log, database)
      const settings = {
        pool,
        maintenance,
        limits: createRateLimitsStore(pool),
        mail: openMail(env, pool, createSiteNameReader(pool)).smtp,
        audit: createAuditStore(pool),
        shared: createSharedContentReader(pool),
        log,
        ...openLanguages(env),
      }
      try {
        await withSearchDatabase(database, env, log, (search) =>
          command({
            ...createTakedown(settings, { ...pictures, files: null }, search),
            words,
            origin: getOrigin(env),
            reason: values.reason,
            noticeId: values.notice ?? null,
          }),
        )
      } finally {
        await pictures.close()
      }
    })
  },
)
