import { describe, expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { checkJson, isStorable } from './json-body.ts'

describe('the limits of JSON', () => {
  const LIMITS = { maxBytes: 100, maxValues: 10, tooLarge: () => new AppError(413, 'too large') }
  const LONG = 'A'.repeat(1_000)

  test.each<[what: string, json: string, problem: string | null]>([
    ['ten values', '[1,2,3,4,5,6,7,8,9,0]', null],
    ['eleven values', '[1,2,3,4,5,6,7,8,9,0,1]', 'too many values'],
    ['eleven keys', `{${Array(11).fill('"a":1').join(',')}}`, 'too many values'],
    ['eleven empty lists', `[${Array(11).fill('[]').join(',')}]`, 'too many values'],
    ['a text that looks like values', JSON.stringify({ a: '[[{{,,,,,,,,,,,,,,' }), null],
    ['quotes in a text', JSON.stringify(['",",",",",",",",",",",']), null],
    ['backslashes before a quote', JSON.stringify(['\\', '\\"', '\\\\"']), null],
    ['a text that ends with a backslash', `["\\\\",${'1,'.repeat(11)}1]`, 'too many values'],
    ['a long text', JSON.stringify({ a: LONG }), null],
    ['two long texts', JSON.stringify([LONG, LONG]), 'too large'],
    ['a long text of other characters', JSON.stringify(['é'.repeat(200)]), 'too large'],
    ['a long number', '1'.repeat(101), 'too large'],
    ['much space', ' '.repeat(101), 'too large'],
    ['many quotes', '"'.repeat(300), 'too large'],
    ['many escaped quotes', `"${String.raw`\"`.repeat(100)}"`, 'too large'],
    ['many backslashes', `"${'\\'.repeat(200)}"`, 'too large'],
    ['nothing', '', null],
    ['an open text', '"abc', null],
    ['a long open text', `"${LONG}`, 'too large'],
  ])('%s', (_what, json, problem) => {
    const check = () => checkJson(Buffer.from(json), LIMITS)
    if (problem === null) expect(check).not.toThrow()
    else expect(check).toThrow(problem)
  })

  test.each([
    [32, null],
    [33, 'nested too deeply'],
  ])('%i levels', (levels, problem) => {
    const json = Buffer.from('[{"a":'.repeat(levels / 2) + '['.repeat(levels % 2))
    const check = () => checkJson(json, { ...LIMITS, maxBytes: 1_000, maxValues: 1_000 })
    if (problem === null) expect(check).not.toThrow()
    else expect(check).toThrow(problem)
  })
})

describe('texts', () => {
  test.each([
    ['plain', true],
    ['é 漢字 👗', true],
    [{ deep: [{ er: 'fine' }, 7, null, true] }, true],
    [undefined, true],
    ['nul \u0000', false],
    ['half \ud83d', false],
    [{ deep: [{ er: 'nul \u0000' }] }, false],
    [{ 'ke\u0000y': 1 }, false],
  ])('%j', (value, storable) => {
    expect(isStorable(value)).toBe(storable)
  })

  test('however deep', () => {
    let value: unknown = '\u0000'
    for (let depth = 0; depth < 100_000; depth += 1) value = [value]
    expect(isStorable(value)).toBe(false)
  })
})
