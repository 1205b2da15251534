import { expect, test } from 'vitest'
import {
  finderProblems,
  indexProblems,
  migrationProblems,
  problemsOf,
  sqlProblems,
} from './check-layers.mjs'
import { TABLE_OWNERS, tableProblems, unusedExceptions } from './table-owners.mjs'

const problems = (file, specifier) => problemsOf(file, `import { x } from '${specifier}'\n`)

test.each([
  ['features/search/x.ts', '#server/features/browse/index.ts', 'above'],
  ['core/http/x.ts', '#server/features/accounts/index.ts', 'above'],
  ['features/browse/x.ts', '#server/features/search/x.store.ts', 'index.ts'],
  ['cli/x.ts', '#server/features/finder/x.service.ts', 'index.ts'],
  ['parts.ts', './features/search/x.service.ts', 'index.ts'],
])('%s must not import %s', (file, specifier, reason) => {
  expect(problems(file, specifier)).toEqual([expect.stringContaining(reason)])
})

test.each([
  ['features/browse/x.ts', '#server/features/search/index.ts'],
  ['features/search/words/x.ts', '#server/features/search/x.store.ts'],
  ['features/search/x.ts', '#server/core/http/errors.ts'],
  ['parts.ts', './features/search/index.ts'],
])('%s may import %s', (file, specifier) => {
  expect(problems(file, specifier)).toEqual([])
})

const FINDER = '#client/features/photo-finder'
const finderImport = (file, specifier) => finderProblems(file, `import { x } from '${specifier}'\n`)

test.each([
  ['scan/x.ts', `${FINDER}/state/finder.ts`, 'above'],
  ['scan/x.ts', `${FINDER}/view/x.tsx`, 'above'],
  ['state/x.ts', `${FINDER}/view/x.tsx`, 'above'],
  ['view/x.tsx', `${FINDER}/photo-finder-page.tsx`, 'above'],
  ['photo-finder-page.tsx', './results/x.tsx', 'FINDER_FOLDERS'],
  ['results/x.tsx', './y.ts', 'FINDER_FOLDERS'],
])('in the finder, %s must not import %s', (file, specifier, reason) => {
  expect(finderImport(file, specifier)).toEqual([expect.stringContaining(reason)])
})

test.each([
  ['state/x.ts', `${FINDER}/scan/x.ts`],
  ['view/x.tsx', `${FINDER}/scan/x.ts`],
  ['view/x.tsx', './y.tsx'],
  ['view/x.tsx', '#client/ui/button.tsx'],
  ['view/x.tsx', 'react'],
  ['photo-finder-page.tsx', './view/x.tsx'],
])('in the finder, %s may import %s', (file, specifier) => {
  expect(finderImport(file, specifier)).toEqual([])
})

test('two migrations must not have the same number', () => {
  expect(migrationProblems(['0002-b.sql', '0001-a.sql'])).toEqual([])
  expect(migrationProblems(['0002-c.sql', '0001-a.sql', '0002-b.sql'])).toEqual([
    'Two migrations have the number 0002: rename 0002-c.sql',
  ])
})

test('an index.ts with handlers must not have more than 200 lines', () => {
  const lines = (count) => 'Handlers<\n'.repeat(count)
  expect(indexProblems('features/boards/index.ts', lines(200))).toEqual([])
  expect(indexProblems('features/boards/boards.service.ts', lines(201))).toEqual([])
  expect(indexProblems('features/boards/index.ts', lines(201))).toHaveLength(1)
})

test('only stores may contain SQL', () => {
  const source = "import { sql } from '#server/core/db/sql.ts'\n"
  expect(sqlProblems('features/search/x.store.ts', source)).toEqual([])
  expect(sqlProblems('features/search/x.ts', 'const x = 1\n')).toEqual([])
  expect(sqlProblems('features/search/x.ts', source)).toHaveLength(1)
})

test('a table has one owner', () => {
  const tables = Object.values(TABLE_OWNERS).flat()
  expect(tables).toEqual([...new Set(tables)])
})

test.each([
  ['a query', 'SELECT id FROM catalog.products WHERE id = 1'],
  ['a join', 'JOIN board_items item\n  ON true'],
  ['a fragment', 'LEFT JOIN catalog.looks look ON look.id = worn.look_id'],
  ['a list', 'VACUUM (ANALYZE) x, catalog.offers'],
  ['a name in quotes', "['catalog.events', 'at']"],
  ['an inserted name', 'INSERT INTO catalog.${raw(table)}'],
  ['a list of inserted names', "for (const t of ['webhooks']) sql`DELETE FROM ${raw(t)}`"],
  ['a change', 'UPDATE catalog.people SET name = 1'],
])('others must not name a table in %s', (_, source) => {
  expect(tableProblems('features/keys/x.store.ts', source)).toEqual([
    expect.stringMatching(/^src\/server\/features\/keys\/x.store.ts: only features\/\w+ may name /),
  ])
})

test.each([
  ['features/catalog/x.store.ts', 'SELECT FROM catalog.products'],
  ['features/catalog/x.store.ts', 'INSERT INTO catalog.${raw(table)}'],
  // An exception.
  ['backup/backup.store.ts', 'SELECT FROM catalog.products'],
  // Functions of the database, and members of objects.
  ['features/keys/x.store.ts', 'SELECT catalog.has_picture(url)'],
  // A word in quotes, in a file whose statements name their tables.
  ['features/keys/x.store.ts', "note('users'), sql`a IS DISTINCT FROM ${b}`"],
  ['features/keys/x.ts', 'await catalog.products({ seed }), search.documents.total'],
])('%s may contain: %s', (file, source) => {
  expect(tableProblems(file, source)).toEqual([])
})

test('an exception that no file needs is reported', () => {
  const unused = 'scripts/table-owners.mjs: features/keys/keys.store.ts no longer names users'
  const used = { 'features/keys/keys.store.ts': 'SELECT uid FROM users' }
  expect(unusedExceptions({})).toContain(unused)
  expect(unusedExceptions(used)).not.toContain(unused)
})
