import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HeadingNames, selectKnownNames } from './celebrity-names.tsx'

it.each([
  [['Ada', 'Bo'], ['Bo'], ['Ada']],
  [['Ada'], ['Ada'], ['Ada']],
  [['Ada', 'Bo'], undefined, ['Ada', 'Bo']],
  ['feed', [], []],
] as const)('of %j, %j unknown, the header names %j', (selection, unknown, names) => {
  expect(selectKnownNames(selection, unknown)).toEqual(names)
})

it.each([
  ['Konstantinopoulos-Ødegård Ann', 'Konstantinopoulos-Ødegård Ann'],
  [`Ada ${'x'.repeat(25)}`, `Ada ${'x'.repeat(10)}<wbr/>${'x'.repeat(10)}<wbr/>xxxxx`],
  ['王'.repeat(21), `${'王'.repeat(10)}<wbr/>${'王'.repeat(10)}<wbr/>王`],
])('only long words of %s may break', (name, shown) => {
  const heading = createElement(Fragment, null, HeadingNames({ text: name, names: [name] }))
  expect(renderToStaticMarkup(heading).replace(/^<span[^>]*>|<\/span>$/g, '')).toBe(shown)
})
