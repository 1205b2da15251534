import { z } from 'zod'
import {
  createInviteDesk,
  type InviteDesk,
  inviteState,
} from '#server/features/invitations/index.ts'
import { readAuthSecret } from '#server/providers/identity/auth-secret.ts'
import { createSms } from '#server/providers/sms/sms.ts'
import { commandNamed, runCommandLine, UsageError, withDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run invites -- create [--count N] [--email EMAIL] [--phone NUMBER]
  npm run invites -- ref --email EMAIL [--name NAME] [--phone NUMBER]
  npm run invites -- list
  npm run invites -- revoke ID

create   makes single-use codes of six characters, valid for seven days.
         With --email it also prints a link that creates the account.
ref      makes a link that creates the account for that e-mail and signs it in for a day.
revoke   withdraws an invitation. If it was used, that person can no longer add products, and
         sessions that began with an invitation end at once.
  --phone  also sends it by SMS (needs SMS_URL and SMS_TOKEN; otherwise it is only printed)
Codes and links are shown once: only their hashes are stored.`

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
    if (!options.email) throw new UsageError('A reference link needs --email.')
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
    if (!id || !/^\d{1,18}$/.test(id))
      throw new UsageError('Which invitation? Give an ID shown by list.')
    if (!(await desk.revoke(id))) throw new Error(`There is no invitation ${id} to revoke`)
    console.log(`Invitation ${id} is revoked.`)
  },
}

await runCommandLine(
  USAGE,
  {
    email: { type: 'string' },
    phone: { type: 'string' },
    name: { type: 'string' },
    count: { type: 'string' },
  },
  async ({ positionals: [name = '', id], values }) => {
    const command = commandNamed(name, commands)
    const options = optionsSchema.safeParse(values)
    if (!options.success)
      throw new UsageError(options.error.issues.map((issue) => issue.message).join('; '))
    await withDatabase(async ({ pool }, env, log) => {
      const desk = createInviteDesk({
        pool,
        secret: await readAuthSecret(env),
        sms: createSms(env, log),
        publicUrl: env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`,
      })
      await command(desk, options.data, id)
    })
  },
)
