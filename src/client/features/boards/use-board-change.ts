import { useMutation, useQueryClient } from '@tanstack/react-query'
import { boardQuery, boardsQuery } from '#client/catalog/board-queries.ts'
import { toast } from '#client/ui/toast.ts'
import type { Board } from '#shared/contract/boards.ts'

/** A change of a board; the reply is the board as it is then. */
export const useBoardChange = <T>(id: string, run: (given: T) => Promise<{ data: Board }>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: ({ data }) => queries.setQueryData(boardQuery(id).queryKey, data),
    onError: (error) => {
      toast.show(error.message, { kind: 'error' })
      void queries.invalidateQueries({ queryKey: boardQuery(id).queryKey })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: boardsQuery.queryKey, exact: true }),
  })
}
