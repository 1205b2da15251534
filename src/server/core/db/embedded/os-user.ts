import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'

type Account = { name: string; uid: number; gid: number }

/** The OS user for PostgreSQL, which refuses to run as root; initdb refuses a uid without a name. */
export type OsUser = {
  description: string
  prefix: string[]
  spawnAs: { uid?: number; gid?: number }
  /** Owner of the data, if it is not the server's own user. */
  owner?: { uid: number; gid: number }
}

const run = promisify(execFile)

export const prefixCommand = (
  { prefix: [wrapper, ...options] }: OsUser,
  command: string,
  args: string[],
): [string, ...string[]] =>
  wrapper === undefined ? [command, ...args] : [wrapper, ...options, command, ...args]

export const sameUser: OsUser = {
  description: 'the user who runs the server',
  prefix: [],
  spawnAs: {},
}

/** Maps the current user to "nobody" in a user namespace, which also works in a 0700 directory. */
export const inUserNamespace: OsUser = {
  description: 'nobody, in a user namespace',
  prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'],
  spawnAs: {},
  ...(process.getuid?.() === 0 ? { owner: { uid: 0, gid: 0 } } : {}),
}

export const toOsUser = ({ name, uid, gid }: Account): OsUser => ({
  description: `user ${name}`,
  prefix: [],
  spawnAs: { uid, gid },
  owner: { uid, gid },
})

/** For containers that forbid user namespaces, with the project in a 0700 directory such as /root. */
export const toOsUserWithFolderAccess = ({ name, uid, gid }: Account): OsUser => ({
  description: `user ${name} with the right to enter private folders`,
  prefix: [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
    '--',
  ],
  spawnAs: {},
  owner: { uid, gid },
})

const readAccounts = async (): Promise<Account[]> =>
  (await readFile('/etc/passwd', 'utf8')).split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })

const createAccount = async (): Promise<Account[]> => {
  await run('useradd', ['--system', '--no-create-home', '--shell', '/bin/false', 'wearabouts'])
  return (await readAccounts()).filter(({ name }) => name === 'wearabouts')
}

export const findUnprivilegedAccounts = async (
  ownerOfData: number | undefined,
  accounts?: Account[],
): Promise<Account[]> => {
  const candidates = (accounts ?? (await readAccounts())).filter(({ uid }) => uid > 0)
  const preferred = [
    candidates.find(({ uid }) => uid === ownerOfData),
    ...['postgres', '_postgres', 'wearabouts', 'nobody'].map((name) =>
      candidates.find((account) => account.name === name),
    ),
  ].filter((account) => account !== undefined)
  return preferred.length > 0 ? [...new Set(preferred)] : createAccount().catch(() => [])
}

const hasAccountName = (): boolean => {
  try {
    return userInfo().username !== ''
  } catch {
    return false // uv_os_get_passwd: no entry for this uid
  }
}

const findCandidates = async (clusterDir: string): Promise<OsUser[]> => {
  if (process.platform === 'win32') return [sameUser]
  if (process.getuid?.() !== 0) return hasAccountName() ? [sameUser] : [inUserNamespace]
  const ownerOfData = await stat(clusterDir).then(
    ({ uid }) => uid,
    () => undefined,
  )
  const accounts = await findUnprivilegedAccounts(ownerOfData)
  return [
    ...accounts.map(toOsUser),
    inUserNamespace,
    ...accounts.slice(0, 1).map(toOsUserWithFolderAccess),
  ]
}

/** Undefined if the user can enter the data folder, run the binaries and has a name. */
const findProblem = async (
  osUser: OsUser,
  dataDir: string,
  postgres: string,
): Promise<string | undefined> => {
  if (osUser === sameUser) return undefined
  const script = 'cd "$1" && "$2" --version >/dev/null && id -un'
  const [command, ...args] = prefixCommand(osUser, 'sh', ['-c', script, 'sh', dataDir, postgres])
  return run(command, args, { ...osUser.spawnAs, cwd: '/' }).then(
    () => undefined,
    (error: Error & { stderr?: string }) => error.stderr?.trim() || error.message,
  )
}

export const chooseOsUser = async (
  dataDir: string,
  clusterDir: string,
  postgres: string,
): Promise<OsUser> => {
  const reasons: string[] = []
  for (const osUser of await findCandidates(clusterDir)) {
    const reason = await findProblem(osUser, dataDir, postgres)
    if (reason === undefined) return osUser
    reasons.push(`  as ${osUser.description}: ${reason}`)
  }
  const problem =
    process.getuid?.() === 0
      ? 'PostgreSQL refuses to run as root, and no other user could run it.'
      : `User id ${process.getuid?.()} has no name on this machine (no entry in /etc/passwd), and PostgreSQL needs one.`
  throw new Error(
    [
      problem,
      ...reasons,
      'Run as an ordinary user that has a name, or set DATABASE_URL to a PostgreSQL of your own.',
    ].join('\n'),
  )
}
