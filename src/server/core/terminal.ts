import { MEGABYTE } from '#shared/byte-sizes.ts'
import { styleText } from 'node:util'
import pino, { type Logger } from 'pino'
import type { Env } from '#server/core/env.ts'
import { EVERYONE, LOCAL_MAIL_PATH, paths } from '#shared/paths.ts'

type Paint = { bold: (text: string) => string; dim: (text: string) => string }

const PLAIN: Paint = { bold: (text) => text, dim: (text) => text }
const STYLED: Paint = {
  bold: (text) => styleText('bold', text),
  dim: (text) => styleText('dim', text),
}

/** Plain if the terminal does not support styles, or NO_COLOR is set. */
export const choosePaint = (output: { hasColors?: () => boolean }): Paint =>
  output.hasColors?.() ? STYLED : PLAIN

export type Welcome = {
  origin: string
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'STORAGE_URL' | 'DEMO_CATALOG'>
  ways: {
    providers: readonly { label: string; isLocal: boolean }[]
    email: 'smtp' | 'local' | 'off'
  }
  /** Null once there is an administrator. */
  setupLink: string | null
}

/** Wide enough for the longest label. */
const LABEL_WIDTH = 12

const joinWithOr = (words: readonly string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : (words[0] ?? '')

const describeSignIn = ({ origin, ways: { providers, email } }: Welcome): string[] => {
  const real = [
    ...providers.filter(({ isLocal }) => !isLocal).map(({ label }) => label),
    ...(email === 'smtp' ? ['a link by email'] : []),
  ]
  const demo = providers.filter(({ isLocal }) => isLocal).map(({ label }) => label)
  const lines = [
    ...(real.length > 0 ? [`With ${joinWithOr(real)}`] : []),
    ...(demo.length > 0 ? [`Choose ${joinWithOr(demo)}, then any demo person. No password`] : []),
    ...(email === 'local' ? [`Emails to sign in appear on ${origin}${LOCAL_MAIL_PATH}`] : []),
  ]
  return lines.length > 0
    ? lines
    : ['Not possible: no sign-in method is configured (docs/configuration.md)']
}

/** Where a database is, without its password. */
const describeDatabase = (url: string) => {
  const { hostname, pathname } = new URL(url)
  return `PostgreSQL ${hostname}${pathname}`
}

const describeData = ({ env }: Welcome): string[] => [
  ...(env.DATABASE_URL ? [describeDatabase(env.DATABASE_URL)] : []),
  ...(env.STORAGE_URL ? [env.STORAGE_URL] : []),
  env.DATA_DIR,
]

const listFirstSteps = ({ origin, env }: Welcome): string[] =>
  env.DEMO_CATALOG
    ? [
        `Browse looks      ${origin}${paths.celebritySearchResult.href(EVERYONE)}`,
        `Search products   ${origin}${paths.searchResult.href()}?q=red+dress`,
        `Scan a photo      ${origin}${paths.find.href()}`,
      ]
    : ['Add products: npm run shops -- add NAME URL, or npm run catalog -- import FILE']

/** The first lines that a person who starts the server sees. */
export const formatWelcome = (welcome: Welcome, paint: Paint): string => {
  const { origin, setupLink } = welcome
  const rows: [string, string[]][] = [
    ['Open', [paint.bold(origin)]],
    ['Sign in', describeSignIn(welcome)],
    ['Administer', setupLink ? ['Open this link within a day and sign in:', setupLink] : []],
    ['Data', describeData(welcome)],
    ['Try', listFirstSteps(welcome)],
    ['Stop', ['Ctrl+C']],
  ]
  const formatBlock = ([label, lines]: [string, string[]]) =>
    lines
      .map((line, index) => `  ${paint.dim((index === 0 ? label : '').padEnd(LABEL_WIDTH))}${line}`)
      .join('\n')
  return `\n  ${paint.bold('Wearabouts is running')}\n\n${rows
    .filter(([, lines]) => lines.length > 0)
    .map(formatBlock)
    .join('\n')}\n\n`
}

type Output = NodeJS.WritableStream & { isTTY?: boolean; hasColors?: () => boolean }

const LABELS: Record<number, string> = { 40: 'Warning: ', 50: 'Error: ', 60: 'Error: ' }
/** Fields that are in every line, shown elsewhere, or too long to read. */
const HIDDEN_FIELDS = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'requestId'])

type Entry = {
  level: number
  time: number
  msg?: string
  err?: { message?: string; stack?: string }
  [fact: string]: unknown
}

/** Formats a JSON log line for people. */
const formatLogLine = (line: string, paint: Paint): string => {
  const entry = JSON.parse(line) as Entry
  const { level, time, msg, err } = entry
  const facts = Object.entries(entry)
    .filter(([name, value]) => !HIDDEN_FIELDS.has(name) && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const clock = new Date(time).toTimeString().slice(0, 8)
  const label = LABELS[level] ?? ''
  const text = [msg ?? err?.message, facts.length > 0 && paint.dim(facts.join(' '))]
  const words = `${paint.dim(clock)}  ${label && paint.bold(label)}${text.filter(Boolean).join('  ')}`
  // The first line of a stack repeats the message.
  return err ? `${words}\n${paint.dim(err.stack ?? err.message ?? '')}\n` : `${words}\n`
}

const MAX_UNWRITTEN_BYTES = MEGABYTE

/** If the output goes to a full disk, the server keeps running, and logs again once there is space. */
const createStandardOutput = () =>
  pino
    .destination({ fd: process.stdout.fd, sync: true, maxLength: MAX_UNWRITTEN_BYTES })
    .on('error', () => undefined)

/** Logs for people at a terminal, and as JSON for everything else. */
export const createLog = (level: string, output: Output = process.stdout): Logger => {
  if (output === process.stdout && !output.isTTY) return pino({ level }, createStandardOutput())
  if (!output.isTTY) return pino({ level }, output)
  const paint = choosePaint(output)
  return pino({ level }, { write: (line) => void output.write(formatLogLine(line, paint)) })
}
