import { createAdmin } from '#server/features/admin/index.ts'
import { createSetup } from '#server/features/setup/index.ts'
import { commandNamed, runCommandLine, UsageError, withDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run admin -- setup-link
  npm run admin -- suspend USER
  npm run admin -- restore USER

setup-link  makes a link, valid for a day: whoever opens it and signs in becomes an administrator.
suspend     ends all sessions of a user, who cannot sign in until 'restore'.
USER is an id or an e-mail address.`

type Parts = {
  setup: ReturnType<typeof createSetup>
  admin: ReturnType<typeof createAdmin>
  origin: string
  whom: string | undefined
}

const uidOf = async ({ admin, whom }: Parts) => {
  if (!whom) throw new UsageError('Which user? Give an id or an e-mail address.')
  const uid = await admin.users.uidOf(whom)
  if (uid === null) throw new Error(`There is no user ${whom}`)
  return uid
}

const commands: Record<string, (parts: Parts) => Promise<void>> = {
  'setup-link': async ({ setup, origin }) => {
    console.log(await setup.extraLink(origin))
  },
  suspend: async (parts) => {
    await parts.admin.users.suspend(await uidOf(parts))
    console.log(`${parts.whom} is suspended.`)
  },
  restore: async (parts) => {
    await parts.admin.users.restore(await uidOf(parts))
    console.log(`${parts.whom} can sign in again.`)
  },
}

await runCommandLine(USAGE, {}, async ({ positionals: [name = '', whom] }) => {
  const command = commandNamed(name, commands)
  await withDatabase(async ({ pool }, env) => {
    await command({
      setup: createSetup(pool),
      admin: createAdmin(pool),
      origin: env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`,
      whom,
    })
  })
})
