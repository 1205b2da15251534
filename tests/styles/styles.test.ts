import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LAYOUT } from '#shared/constants.ts'

const ROOT = join('src', 'client')
const TOKENS = join(ROOT, 'styles', 'tokens.css')

const stylesheets = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => join(ROOT, file))

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(css|tsx?)$/.test(file))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))

/** Set by Base UI on its popups. */
const SET_BY_LIBRARIES = ['--transform-origin']

const withoutComments = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** All sizes used in media queries. */
export const breakpointsIn = (css: string): number[] =>
  [...withoutComments(css).matchAll(/@media([^{]*)\{/g)].flatMap(([, query = '']) =>
    [...query.matchAll(/(\d+(?:\.\d+)?)(?:px|r?em)/g)].map(([, size]) => Number(size)),
  )

const NAMED_COLORS =
  /[:\s,(](?:white|red|blue|green|gr[ae]y|silver|yellow|orange|pink|purple)(?![\w-])/

/** Lines with literal colours instead of tokens; `black` is allowed for masks. */
export const colorsIn = (css: string): string[] =>
  withoutComments(css)
    .split('\n')
    .filter(
      (line) =>
        /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab|lch)a?\(/i.test(line) || NAMED_COLORS.test(line),
    )
    .map((line) => line.trim())

/** `calc(a + b) c` has two values. */
const splitValues = (value: string): string[] =>
  value.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []

const PHYSICAL =
  /^(?:(?:left|right|float|clear|(?:(?:scroll-)?(?:margin|padding)|border)-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius):|text-align: (?:left|right);)/

/** Movements and gradients along the line have a direction only, which `--forward` turns around. */
const UNDIRECTED = /\bto (?:left|right)\b|translateX\((?!calc\(var\(--forward\))/

/**
 * Lines that would stay on their side in a language that is written from right to left. A comment above that
 * begins with 'Not mirrored' says why one has to, such as a position within a photo.
 */
export const physicalLinesIn = (css: string): string[] => {
  const lines = css.split('\n').map((line) => line.trim())
  return lines.filter((line, index) => {
    if (lines[index - 1]?.startsWith('/* Not mirrored')) return false
    if (PHYSICAL.test(line) || UNDIRECTED.test(line)) return true
    const [, sides = ''] = /^(?:(?:scroll-)?(?:margin|padding)|inset): ([^;]+);/.exec(line) ?? []
    const [, right, , left] = splitValues(sides)
    return left !== undefined && left !== right
  })
}

describe('the stylesheets', () => {
  it('are found', () => {
    expect(stylesheets.length).toBeGreaterThan(20)
  })

  it.each(stylesheets)(
    '%s uses no other breakpoint than 600 px and no colours outside the tokens',
    (file) => {
      const css = readFileSync(file, 'utf8')
      for (const breakpoint of breakpointsIn(css)) expect(breakpoint).toBe(LAYOUT.mobileMaxWidthPx)
      if (file !== TOKENS) expect(colorsIn(css)).toEqual([])
    },
  )

  it.each(stylesheets)('%s can be mirrored', (file) => {
    expect(physicalLinesIn(readFileSync(file, 'utf8'))).toEqual([])
  })

  it('use only custom properties that are set somewhere', () => {
    const set = new Set([
      ...SET_BY_LIBRARIES,
      ...sources.flatMap((text) =>
        [...text.matchAll(/(--[\w-]+)['"\]]*\s*:/g)].map(([, name]) => name),
      ),
    ])
    const used = sources.flatMap((text) =>
      [...text.matchAll(/var\((--[\w-]+)\s*\)/g)].map(([, name]) => name),
    )
    expect(used.filter((name) => !set.has(name))).toEqual([])
  })

  it('have every role that a component names', () => {
    const roles = readFileSync(join(ROOT, 'styles', 'roles.css'), 'utf8')
    const known = new Set([...roles.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name))
    const named = sources.flatMap((text) =>
      [...text.matchAll(/className="([^"]+)"|classNames\(\s*'([^']+)'/g)].flatMap(
        ([, alone, first]) => (alone ?? first ?? '').split(' '),
      ),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it('would be reported for sides that cannot be mirrored', () => {
    const reported = [
      'left: 0;',
      'margin-right: auto;',
      'border-left-color: red;',
      'text-align: left;',
      'border-top-left-radius: 2px;',
      'padding: 0 var(--a, 1px) 0 calc(2px * (1 + 1));',
      'mask-image: linear-gradient(to left, black, transparent);',
      'transform: translateX(4px);',
    ]
    const mirrored = [
      'inset-inline-start: 0;',
      'text-align: start;',
      'transform: translateX(calc(var(--forward) * 4px));',
      'padding: 0 calc(1px + 2px) 3px;',
      'margin: 0 1px 2px 1px;',
      'transition: left 1s;',
    ]
    for (const line of reported) expect(physicalLinesIn(`a {\n  ${line}\n}`)).toEqual([line])
    for (const line of mirrored) expect(physicalLinesIn(`a {\n  ${line}\n}`)).toEqual([])
    expect(physicalLinesIn('a {\n  /* Not mirrored: in a photo. */\n  left: 0;\n}')).toEqual([])
  })

  it('would be reported for other breakpoints and literal colours', () => {
    expect(breakpointsIn('@media (min-width: 601px) { a { b: c } }')).toEqual([601])
    expect(breakpointsIn('@media (48em <= width) { a { b: c } }')).toEqual([48])
    expect(breakpointsIn('@container (width > 960px) { a { b: c } }')).toEqual([])
    expect(colorsIn('a { color: #fff }')).toHaveLength(1)
    expect(colorsIn('a { color: white }')).toHaveLength(1)
    expect(colorsIn('a { color: rgb(0 0 0) }')).toHaveLength(1)
    expect(colorsIn('a { color: var(--color-ink); background: url(#a) } /* #fff */')).toEqual([])
  })
})
