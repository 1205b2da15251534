import { parseArgs } from 'node:util'
import pino from 'pino'
import { z } from 'zod'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { parseEnv } from '#server/env.ts'
import { createInvitationsStore } from '#server/features/invitations/invitations.store.ts'
import {
  createInviteDesk,
  type InviteDesk,
  inviteState,
} from '#server/features/invitations/invite-desk.service.ts'
import { createInviteSecrets } from '#server/features/invitations/invite-secrets.ts'
import { readAuthSecret } from '#server/providers/identity/auth-secret.ts'
import { createSms } from '#server/providers/sms/sms.ts'

const USAGE = `Usage:
  npm run invites -- create [--count N] [--email EMAIL] [--phone NUMBER]
  npm run invites -- ref --email EMAIL [--name NAME] [--phone NUMBER]
  npm run invites -- list
  npm run invites -- revoke ID

create   makes codes of six characters, each for one person, for seven days.
         With an e-mail it also prints a link that makes the account.
ref      makes a link that makes the account of that e-mail and signs it in for a day.
  --phone  sends it by SMS too (SMS_URL and SMS_TOKEN; without them it is only printed)
Codes and links are shown once: what is stored cannot be read back.`

const MOST_CODES = 1000

const optionsSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.email('--email must be an e-mail address').max(320))
    .optional(),
  phone: z
    .string()
    .regex(/^\+\d{6,15}$/, '--phone must look like +4512345678')
    .optional(),
  name: z.string().trim().min(1).max(100).optional(),
  count: z.coerce.number().int().min(1).max(MOST_CODES).default(1),
})
type Options = z.infer<typeof optionsSchema>

const invitee = ({ email, phone, name }: Options) => ({
  email: email ?? null,
  phone: phone ?? null,
  name: name ?? null,
})

const commands: Record<
  string,
  (desk: InviteDesk, options: Options, id: string | undefined) => Promise<void>
> = {
  create: async (desk, options) => {
    for (let made = 0; made < options.count; made += 1) {
      const { id, code, link } = await desk.createCode(invitee(options))
      console.log(link ? `${id}  ${code}  ${link}` : `${id}  ${code}`)
    }
  },
  ref: async (desk, options) => {
    if (!options.email) throw new Error('A reference link needs --email')
    const { id, link } = await desk.createRef({ ...invitee(options), email: options.email })
    console.log(`${id}  ${link}`)
  },
  list: async (desk) => {
    const invites = await desk.list()
    if (invites.length === 0) console.log('There are no invitations.')
    for (const invite of invites) {
      const expires = invite.expires_at.toISOString().slice(0, 16).replace('T', ' ')
      const whom = [invite.email, invite.phone].filter(Boolean).join(' ')
      console.log(
        `${invite.id}  ${invite.kind.padEnd(4)}  ${inviteState(invite).padEnd(7)}  until ${expires}  ${whom}`,
      )
    }
  },
  revoke: async (desk, _, id) => {
    if (!id || !/^\d{1,18}$/.test(id)) throw new Error('Which one? Give the ID that list shows')
    if (!(await desk.revoke(id))) throw new Error(`There is no open invitation ${id}`)
    console.log(`Invitation ${id} is revoked.`)
  },
}

const main = async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      phone: { type: 'string' },
      name: { type: 'string' },
      count: { type: 'string' },
    },
  })
  const [name = '', id] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  const options = optionsSchema.safeParse(values)
  if (!options.success)
    throw new Error(options.error.issues.map((issue) => issue.message).join('; '))
  const env = parseEnv(process.env)
  const log = pino({ level: 'warn' }, pino.destination(2))
  const database = await openDatabase(env, log, 'tool')
  try {
    await migrate(database.pool)
    const desk = createInviteDesk({
      store: createInvitationsStore(database.pool),
      secrets: createInviteSecrets(await readAuthSecret(env)),
      sms: createSms(env, log),
      publicUrl: env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`,
    })
    await command(desk, options.data, id)
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
