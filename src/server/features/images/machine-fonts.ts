import { MEGABYTE } from '#shared/byte-sizes.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Logger } from 'pino'

const run = promisify(execFile)
/** Every font with the characters it has: '20-7e a0-17f 192'. */
const listCharacters = async (): Promise<string> =>
  (await run('fc-list', ['--format', '%{charset}\n'], { maxBuffer: 64 * MEGABYTE })).stdout

/** The characters of all fonts, as sorted ranges that do not overlap. */
const parseRanges = (listing: string): (readonly [from: number, to: number])[] => {
  const all = [...new Set(listing.split(/\s+/))]
    .filter((range) => range !== '')
    .map((range) => range.split('-').map((end) => Number.parseInt(end, 16)))
    .map(([from = NaN, to = from]) => [from, to] as const)
    .filter(([from, to]) => from <= to)
    .toSorted(([a], [b]) => a - b)
  const merged: [number, number][] = []
  for (const [from, to] of all) {
    const last = merged.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

export type MachineFonts = { has: (character: string) => boolean }

const SAMPLES = {
  Chinese: '中',
  Japanese: 'の',
  Korean: '한',
  Arabic: 'ع',
  Hebrew: 'א',
  Hindi: 'अ',
  Thai: 'ก',
}

/**
 * Which characters the fonts of this machine have, asked once. Without fontconfig's `fc-list` none are
 * known, so that nothing is drawn as boxes.
 */
export const createMachineFonts = (log: Pick<Logger, 'warn'>, list = listCharacters) => {
  const read = async (): Promise<MachineFonts> => {
    const ranges = parseRanges(await list().catch(() => ''))
    const has = (character: string) => {
      const code = character.codePointAt(0) ?? 0
      return ranges.some(([from, to]) => from <= code && code <= to)
    }
    const missing = Object.entries(SAMPLES).flatMap(([name, sample]) => (has(sample) ? [] : [name]))
    if (missing.length > 0)
      log.warn(
        { scripts: missing },
        'Preview cards leave out names in scripts without an installed font: install Noto fonts and fontconfig',
      )
    return { has }
  }
  let fonts: Promise<MachineFonts> | undefined
  return () => (fonts ??= read())
}
