import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#client/ui/toast.ts'

/** Runs an action of an administrator, then shows everything as it is now. */
export const useAction = <T>(run: (given: T) => Promise<unknown>, done: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => toast.show(done, { kind: 'success' }),
    onError: (error) => toast.show(error.message, { kind: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  })
}
