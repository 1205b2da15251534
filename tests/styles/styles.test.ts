import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LAYOUT } from '#shared/constants.ts'

const ROOT = join('src', 'client')
const TOKENS = join(ROOT, 'styles', 'tokens.css')

const stylesheets = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => join(ROOT, file))

const withoutComments = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** The pixels that any media query compares a width or height with. */
export const breakpointsIn = (css: string): number[] =>
  [...withoutComments(css).matchAll(/@media([^{]*)\{/g)].flatMap(([, query = '']) =>
    [...query.matchAll(/(\d+(?:\.\d+)?)(?:px|r?em)/g)].map(([, size]) => Number(size)),
  )

const NAMED_COLOURS =
  /[:\s,(](?:white|red|blue|green|gr[ae]y|silver|yellow|orange|pink|purple)(?![\w-])/

/** Colours written out instead of taken from the tokens; `black` is what masks are made of. */
export const coloursIn = (css: string): string[] =>
  withoutComments(css)
    .split('\n')
    .filter(
      (line) =>
        /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab|lch)a?\(/i.test(line) || NAMED_COLOURS.test(line),
    )
    .map((line) => line.trim())

describe('the stylesheets', () => {
  it('are found', () => {
    expect(stylesheets.length).toBeGreaterThan(20)
  })

  it.each(stylesheets)(
    '%s has no breakpoint but 600 px and no colour outside the tokens',
    (file) => {
      const css = readFileSync(file, 'utf8')
      for (const breakpoint of breakpointsIn(css)) expect(breakpoint).toBe(LAYOUT.mobileMaxWidthPx)
      if (file !== TOKENS) expect(coloursIn(css)).toEqual([])
    },
  )

  it('would be caught', () => {
    expect(breakpointsIn('@media (min-width: 601px) { a { b: c } }')).toEqual([601])
    expect(breakpointsIn('@media (48em <= width) { a { b: c } }')).toEqual([48])
    expect(breakpointsIn('@container (width > 960px) { a { b: c } }')).toEqual([])
    expect(coloursIn('a { color: #fff }')).toHaveLength(1)
    expect(coloursIn('a { color: white }')).toHaveLength(1)
    expect(coloursIn('a { color: rgb(0 0 0) }')).toHaveLength(1)
    expect(coloursIn('a { color: var(--color-ink); background: url(#a) } /* #fff */')).toEqual([])
  })
})
