import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { ApiError } from './api.ts'
import { createQueryClient } from './query.ts'

it('logs a list that could not be loaded, after its last attempt', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const queries = createQueryClient()
  const error = new ApiError(404, 'Not found')
  const load = vi.fn(() => Promise.reject(error))
  await expect(queries.fetchQuery({ queryKey: ['search', 'coat'], queryFn: load })).rejects.toBe(
    error,
  )
  expect(warn.mock.calls).toEqual([['Could not load search', error]])
})

it('loads a list again that was still loading for the first time when it changed', async () => {
  const queries = createQueryClient()
  const replies: ((people: string[]) => void)[] = []
  const queryFn = () => new Promise<string[]>((resolve) => replies.push(resolve))
  const observer = new QueryObserver(queries, { queryKey: ['following'], queryFn })
  const stop = observer.subscribe(() => undefined)
  const invalidated = queries.invalidateQueries({ queryKey: ['following'] })
  await vi.waitFor(() => expect(replies).toHaveLength(2))
  replies[0]?.([])
  replies[1]?.(['Ada'])
  await invalidated
  expect(observer.getCurrentResult().data).toEqual(['Ada'])
  stop()
})

it('lets an action without a network fail at once, instead of running it later', async () => {
  onlineManager.setOnline(false)
  try {
    const run = vi.fn(() => Promise.reject(new ApiError(0, 'Network error')))
    const deletion = new MutationObserver(createQueryClient(), { mutationFn: run })
    await expect(deletion.mutate()).rejects.toThrow('Network error')
    expect(run).toHaveBeenCalledTimes(1)
  } finally {
    onlineManager.setOnline(true)
  }
})
