import { expect, test } from 'vitest'
import { findVisibleText } from './visible-text.mjs'

const textsOf = (jsx) =>
  findVisibleText('bad.tsx', `const Bad = () => ${jsx}`).map(({ text }) => text)

test.each([
  ['a text', '<p>Nothing here</p>', 'Nothing here'],
  ['a text in another script', '<p>Ничего</p>', 'Ничего'],
  ['a text beside a value', '<p>{count} selected</p>', 'selected'],
  ['an accessible name', '<button aria-label="Close" />', '"Close"'],
  ['an alternative text', "<img alt={isOpen ? 'Open' : LOOK_TEXT.closed} />", "'Open'"],
  ['a placeholder', '<input placeholder="Name or brand" />', '"Name or brand"'],
  ['a title', '<Dialog title={`Delete ${name}?`} />', '`Delete ${name}?`'],
  ['a label', '<TextField label={label ?? "Name"} />', '"Name"'],
  ['a literal child', "<p>{isShared && ' · shared'}</p>", "' · shared'"],
  ['a toast', "<a onClick={() => toast.success('Copied')} />", "'Copied'"],
])('reports %s', (_, jsx, text) => {
  expect(textsOf(jsx)).toEqual([text])
})

test.each([
  '<p>{BOARD_TEXT.none}</p>',
  '<p className="quiet">{name}, {count} &middot; {price}</p>',
  '<button aria-label={BOARD_TEXT.remove(name)}>×</button>',
  '<input placeholder="https://" />',
  "<p>{kind === 'look' ? LOOK_TEXT.look : null}</p>",
])('accepts %s', (jsx) => {
  expect(textsOf(jsx)).toEqual([])
})
