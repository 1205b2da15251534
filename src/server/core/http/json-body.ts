import { isAscii } from 'node:buffer'
import { AppError } from './errors.ts'
import { HTTP_TEXT } from './http-messages.ts'

/** Far more than any message of ours has. */
const MAX_DEPTH = 32
export const DEFAULT_MAX_VALUES = 2_000

type JsonLimits = {
  /** All bytes but those of the longest text. */
  maxBytes: number
  maxValues: number
  tooLarge: () => AppError
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENINGS = new Set([0x5b, 0x7b])
const CLOSINGS = new Set([0x5d, 0x7d])

/**
 * Counts values, depth and bytes before anything parses or walks them: a million keys would block the
 * event loop for seconds. Does not check the syntax, which the parser does.
 */
export const checkJson = (body: Buffer, { maxBytes, maxValues, tooLarge }: JsonLimits): void => {
  let values = 0
  let depth = 0
  let longestRun = body.subarray(0, 0)
  const checkBytes = (read: number) => {
    if (read - longestRun.length > maxBytes) throw tooLarge()
  }
  const addValue = () => {
    values += 1
    if (values > maxValues) throw new AppError(413, HTTP_TEXT.tooManyValues(maxValues))
  }
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte === QUOTE) {
      let start = at + 1
      for (;;) {
        at = body.indexOf(QUOTE, start)
        if (at < 0) return checkBytes(body.length)
        if (at - start > longestRun.length) longestRun = body.subarray(start, at)
        checkBytes(at)
        const backslashes = countBackslashes(body, at, maxBytes)
        if (backslashes > maxBytes) throw tooLarge()
        if (backslashes % 2 === 0) break
        start = at + 1
      }
    } else if (byte === COMMA) addValue()
    else if (OPENINGS.has(byte)) {
      addValue()
      depth += 1
      if (depth > MAX_DEPTH) throw new AppError(413, HTTP_TEXT.tooDeep)
    } else if (CLOSINGS.has(byte)) depth -= 1
    checkBytes(at)
  }
  checkBytes(body.length)
  // The longest text is a picture in base64. Other characters take many times as long to decode.
  if (longestRun.length > maxBytes && !isAscii(longestRun)) throw tooLarge()
}

/** Before a quote. An odd number escapes it. Gives up after more than `max`. */
const countBackslashes = (body: Buffer, quoteAt: number, max: number): number => {
  let count = 0
  while (body[quoteAt - 1 - count] === BACKSLASH && count <= max) count += 1
  return count
}

/** PostgreSQL rejects NUL and lone surrogates, so storing them would fail with a 500. */
const isStorableText = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** Checks every string a client sent. Not recursive: the client chooses the depth. */
export const isStorable = (value: unknown): boolean => {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && !isStorableText(next)) return false
    if (Array.isArray(next)) for (const inner of next) waiting.push(inner)
    else if (typeof next === 'object' && next !== null)
      for (const [key, inner] of Object.entries(next)) waiting.push(key, inner)
  }
  return true
}
