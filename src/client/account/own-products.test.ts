import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refetchAfterChange } from './own-products.ts'

/** A list on the screen whose first answer is held back. */
const showList = () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const queryKey = ['my-products', 'ada']
  let answerFirst: (answer: string[] | Error) => void = () => undefined
  const first = new Promise<string[]>((resolve, reject) => {
    answerFirst = (answer) => (answer instanceof Error ? reject(answer) : resolve(answer))
  })
  const queryFn = vi.fn(async () => ['jacket']).mockImplementationOnce(() => first)
  const observer = new QueryObserver(queries, { queryKey, queryFn })
  onTestFinished(observer.subscribe(() => undefined))
  return { queries, queryKey, queryFn, answerFirst, shown: () => queries.getQueryData(queryKey) }
}

test('a change is not missed while a list is fetched for the first time', async () => {
  const { queries, queryKey, answerFirst, shown } = showList()
  const refreshed = refetchAfterChange(queries, queryKey)
  answerFirst([])
  await refreshed
  expect(shown()).toEqual(['jacket'])
})

test('a list that could not be fetched is not asked for again at once', async () => {
  const { queries, queryKey, queryFn, answerFirst } = showList()
  const refreshed = refetchAfterChange(queries, queryKey)
  answerFirst(new Error('no'))
  await refreshed
  expect(queryFn).toHaveBeenCalledOnce()
})
