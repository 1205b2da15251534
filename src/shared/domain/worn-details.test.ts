import { expect, test } from 'vitest'
import type { WornDetails } from '#shared/contract/catalog.ts'
import { listDetailParts, NO_DETAILS } from './worn-details.ts'

const TODAY = '2026-11-19'
const textsOf = (details: Partial<WornDetails>) =>
  listDetailParts({ ...NO_DETAILS, ...details }, TODAY).map(({ text }) => text)

test.each<[Partial<WornDetails>, string[]]>([
  [{}, []],
  [{ size: 'Größe 38' }, ['Worn in size Größe 38']],
  [{ code: 'АДА10' }, ['Code АДА10']],
  [{ code: 'ADA10', codeEnds: TODAY }, ['Code ADA10, until 19 November 2026']],
  [{ code: 'ADA10', codeEnds: '2026-11-18' }, []],
  [{ codeEnds: TODAY }, []],
  [{ saidBy: 'Łucja', saidOn: '2026-05-04' }, ['Confirmed by Łucja on 4 May 2026']],
  [{ source: 'javascript:alert(1)' }, []],
])('%j is shown as %j', (details, texts) => {
  expect(textsOf(details)).toEqual(texts)
})

test('links the source', () => {
  const source = 'https://example.com/post'
  expect(listDetailParts({ ...NO_DETAILS, source }, TODAY)).toEqual([
    { text: 'Confirmed', href: source },
  ])
})
