import { z } from 'zod'
import { type AuditStore, createAuditStore } from '#server/core/audit.store.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { openMail } from '#server/core/mail/mail.ts'
import { createSms } from '#server/core/sms.ts'
import {
  createInviteDesk,
  createInviteRequests,
  createUsersStore,
  type InviteDesk,
  type InviteRequests,
  readAuthSecret,
} from '#server/features/accounts/index.ts'
import { createSiteNameReader } from '#server/features/site/index.ts'
import { PUBLISHER_ROLES } from '#shared/contract/permissions.ts'
import { findCommand, getOrigin, runCommandLine, UsageError, withDatabase } from './command-line.ts'
import { openLanguages } from './languages.ts'

const USAGE = `Usage:
  npm run invites -- create [--count N] [--role ROLE] [--email EMAIL] [--phone NUMBER]
  npm run invites -- ref --email EMAIL [--name NAME] [--phone NUMBER]
  npm run invites -- list
  npm run invites -- revoke ID
  npm run invites -- requests
  npm run invites -- accept ID
  npm run invites -- decline ID

create   makes single-use codes of six characters, valid for seven days.
         --role creator or --role editor also lets whoever uses one publish looks.
         With --email it also prints a link that creates the account.
ref      makes a link that creates the account for that email and signs it in for a day.
revoke   withdraws an invitation. If it was used, that person can no longer add products, and
         sessions that began with an invitation end at once.
requests lists who asks for an invitation. accept invites them: an account may add products at
         once, an address gets a code and a link, sent by email with SMTP_URL. decline tells nobody.
  --phone  also sends it by SMS (needs SMS_URL and SMS_TOKEN; otherwise it is only printed)
Codes and links are shown once: only their hashes are stored.`

const MAX_CODES = 1000

const optionsSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.email('--email must be an email address').max(320))
    .optional(),
  phone: z
    .string()
    .regex(/^\+\d{6,15}$/, '--phone must look like +4512345678')
    .optional(),
  name: z.string().trim().min(1).max(100).optional(),
  role: z
    .enum(PUBLISHER_ROLES, { error: `--role must be ${PUBLISHER_ROLES.join(' or ')}` })
    .optional(),
  count: z.coerce.number().int().min(1).max(MAX_CODES).default(1),
})
type InvitesCommandOptions = z.infer<typeof optionsSchema>

const parseInvitee = ({ email, phone, name, role }: InvitesCommandOptions) => ({
  email: email ?? null,
  phone: phone ?? null,
  name: name ?? null,
  role: role ?? null,
})

/** `note` writes to the audit log. */
type Tools = {
  desk: InviteDesk
  requests: InviteRequests
  note: AuditStore['note']
  origin: string
}

const requireId = (id: string | undefined, kind: string, list: string) => {
  if (!id || !/^\d{1,18}$/.test(id))
    throw new UsageError(`Which ${kind}? Give an ID shown by ${list}.`)
  return id
}

const commands: Record<
  string,
  (tools: Tools, options: InvitesCommandOptions, id: string | undefined) => Promise<void>
> = {
  create: async ({ desk, note }, options) => {
    for (let created = 0; created < options.count; created += 1) {
      const { id, code, link } = await desk.createCode(parseInvitee(options))
      await note(null, 'invitation-created', id, { detail: options.role ?? null })
      console.log(link ? `${id}  ${code}  ${link}` : `${id}  ${code}`)
    }
  },
  ref: async ({ desk, note }, options) => {
    if (!options.email) throw new UsageError('A reference link needs --email.')
    if (options.role) throw new UsageError('Only codes can have --role.')
    const { id, link } = await desk.createRef({ ...parseInvitee(options), email: options.email })
    await note(null, 'invitation-created', id)
    console.log(`${id}  ${link}`)
  },
  list: async ({ desk }) => {
    const invites = await desk.list()
    if (invites.length === 0) console.log('There are no invitations.')
    for (const invite of invites) {
      const expires = formatMinute(invite.expiresAt)
      const recipient = [invite.email, invite.phone].filter(Boolean).join(' ')
      console.log(
        `${invite.id}  ${invite.kind.padEnd(4)}  ${invite.state.padEnd(7)}  until ${expires}  ${recipient}`,
      )
    }
  },
  revoke: async ({ desk, note }, _, requestedId) => {
    const id = requireId(requestedId, 'invitation', 'list')
    if (!(await desk.revoke(id))) throw new Error(`There is no invitation ${id} to revoke`)
    await note(null, 'invitation-revoked', id)
    console.log(`Invitation ${id} is revoked.`)
  },
  requests: async ({ requests }) => {
    const open = await requests.list(null, MAX_CODES)
    if (open.length === 0) console.log('There are no requests for an invitation.')
    for (const { id, email, name, message, askedAt } of open)
      console.log(
        `${id}  ${formatMinute(askedAt)}  ${email}  ${name ?? '(no account)'}  ${toSingleLine(message)}`,
      )
  },
  accept: async ({ requests, note, origin }, _, requestedId) => {
    const id = requireId(requestedId, 'request', 'requests')
    const accepted = await requests.accept(id, null, origin)
    if (!accepted) throw new Error(`There is no request ${id} to accept`)
    const { inviteId, email, code, link, isSent } = accepted
    await note(null, 'invitation-created', inviteId)
    console.log(`${email} is invited${isSent ? ' and was notified by email' : ''}.`)
    if (code && !isSent) console.log(`${code}  ${link}`)
  },
  decline: async ({ requests, note }, _, requestedId) => {
    const id = requireId(requestedId, 'request', 'requests')
    if (!(await requests.decline(id))) throw new Error(`There is no request ${id} to decline`)
    await note(null, 'invitation-declined', id)
    console.log(`Request ${id} is declined.`)
  },
}

const formatMinute = (isoTime: string) => isoTime.slice(0, 16).replace('T', ' ')

/** Visitors write these messages, so control characters are removed: a terminal would execute them. */
const toSingleLine = (message: string) => message.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')

await runCommandLine(
  USAGE,
  {
    email: { type: 'string' },
    role: { type: 'string' },
    phone: { type: 'string' },
    name: { type: 'string' },
    count: { type: 'string' },
  },
  async ({ positionals: [name = '', id], values }) => {
    const command = findCommand(name, commands)
    const options = optionsSchema.safeParse(values)
    if (!options.success)
      throw new UsageError(options.error.issues.map((issue) => issue.message).join('; '))
    await withDatabase(async ({ pool }, env, log) => {
      const secret = await readAuthSecret(env)
      const siteName = createSiteNameReader(pool)
      const sms = createSms(env, log, siteName)
      const origin = getOrigin(env)
      const requests = createInviteRequests({
        pool,
        secret,
        atomically: createAtomically(pool),
        sms,
        mail: openMail(env, pool, siteName).smtp,
        log,
        users: createUsersStore(pool),
        ...openLanguages(env),
      })
      const desk = createInviteDesk({ pool, secret, sms, publicUrl: origin })
      const { note } = createAuditStore(pool)
      await command({ desk, requests, note, origin }, options.data, id)
    })
  },
)
