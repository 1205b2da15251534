import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { type Favorite, toProductRecord } from '#shared/domain/favorite-record.ts'
import { eventually } from '#tests/support/eventually.ts'
import { changeFavorite, applyFavoriteChange } from './favorite.tsx'
import { savedProductsQuery } from './own-products.ts'

const named = (name: string): Favorite => ({ name, product: { name } })
const saved = (...names: string[]) => names.map((name) => toProductRecord({ name }, '2026-01-01'))
const titles = (records: { title: string }[] | undefined) => records?.map(({ title }) => title)

afterEach(() => vi.unstubAllGlobals())

test('a favorite is keyed by product name', () => {
  const list = saved('Hat', 'Scarf')
  expect(titles(applyFavoriteChange(list, { favorite: named('Coat'), isWanted: true }))).toEqual([
    'Coat',
    'Hat',
    'Scarf',
  ])
  expect(titles(applyFavoriteChange(list, { favorite: named('Scarf'), isWanted: true }))).toEqual([
    'Scarf',
    'Hat',
  ])
  expect(titles(applyFavoriteChange(list, { favorite: named('Hat'), isWanted: false }))).toEqual([
    'Scarf',
  ])
})

const queriesWith = (...names: string[]) => {
  const queries = new QueryClient()
  const { queryKey } = savedProductsQuery('u')
  queries.setQueryData(queryKey, saved(...names))
  return { queries, now: () => titles(queries.getQueryData(queryKey)), queryKey }
}

test('the change shows before the server has answered, and stays when it agrees', async () => {
  const { queries, now } = queriesWith('Hat')
  let answer: (response: Response) => void = () => {}
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const running = changeFavorite(queries, 'u', { favorite: named('Coat'), isWanted: true })
  await eventually(() => expect(now()).toEqual(['Coat', 'Hat']))
  // Whoever asked for it: a heart pressed before the session was known is disabled as well.
  const ofThisHeart = { mutationKey: ['favorite', 'u', 'Coat'] }
  expect(queries.isMutating(ofThisHeart)).toBe(1)
  answer(Response.json({ success: true }))
  await running
  expect(queries.isMutating(ofThisHeart)).toBe(0)
  expect(now()).toEqual(['Coat', 'Hat'])
})

test('a heart pressed while the list loads shows as soon as it has arrived', async () => {
  const queries = new QueryClient()
  const { queryKey } = savedProductsQuery('u')
  const answers: ((response: Response) => void)[] = []
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  const loading = queries.fetchQuery(savedProductsQuery('u'))
  const running = changeFavorite(queries, 'u', { favorite: named('Coat'), isWanted: true })
  await eventually(() => expect(answers).toHaveLength(1))
  answers[0]?.(Response.json({ success: true, message: '', data: saved('Hat') }))
  await eventually(() => expect(answers).toHaveLength(2))
  expect(titles(queries.getQueryData(queryKey))).toEqual(['Coat', 'Hat'])
  answers[1]?.(Response.json({ success: true }))
  await Promise.all([loading, running])
})

test('it is reverted on error, and what changed meanwhile is kept', async () => {
  const { queries, now, queryKey } = queriesWith('Hat', 'Scarf')
  let answer: (response: Response) => void = () => {}
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const running = changeFavorite(queries, 'u', { favorite: named('Hat'), isWanted: false })
  await eventually(() => expect(now()).toEqual(['Scarf']))
  queries.setQueryData(queryKey, saved('Belt', 'Scarf'))
  answer(Response.json({ success: false, message: 'No' }, { status: 500 }))
  await expect(running).rejects.toThrow('No')
  expect(now()).toEqual(['Hat', 'Belt', 'Scarf'])
})
