import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from './toast.tsx'

type ActionOptions<Data, Input> = {
  /** The toast when it has worked. */
  done?: string | ((data: Data, input: Input) => string) | undefined
  /** What the toast is about, so that it replaces one about the same. */
  subject?: string
  /** Queries that it may have changed, even if it has failed. */
  refresh?: readonly QueryKey[]
  onSuccess?: (data: Data, input: Input) => unknown
  onSettled?: () => unknown
}

/** A mutation that reports its outcome in a toast, and then refetches the queries that it may have changed. */
export const useAction = <Data, Input = void>(
  run: (input: Input) => Promise<Data>,
  { done, subject, refresh = [], onSuccess, onSettled }: ActionOptions<Data, Input> = {},
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: (data, input) => {
      if (done !== undefined)
        toast.success(typeof done === 'string' ? done : done(data, input), subject)
      return onSuccess?.(data, input)
    },
    onError: toast.failure,
    onSettled: async () => {
      await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })))
      await onSettled?.()
    },
  })
}
