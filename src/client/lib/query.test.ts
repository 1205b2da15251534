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
