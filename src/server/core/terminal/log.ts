import pino, { type Logger } from 'pino'
import { type Paint, paintFor } from './welcome.ts'

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
const readableLine = (line: string, paint: Paint): string => {
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

const MAX_UNWRITTEN_BYTES = 1024 * 1024

/** If the output goes to a full disk, the server keeps running, and logs again once there is space. */
const standardOutput = () =>
  pino
    .destination({ fd: process.stdout.fd, sync: true, maxLength: MAX_UNWRITTEN_BYTES })
    .on('error', () => undefined)

/** Logs for people at a terminal, and as JSON for everything else. */
export const createLog = (level: string, output: Output = process.stdout): Logger => {
  if (output === process.stdout && !output.isTTY) return pino({ level }, standardOutput())
  if (!output.isTTY) return pino({ level }, output)
  const paint = paintFor(output)
  return pino({ level }, { write: (line) => void output.write(readableLine(line, paint)) })
}
