import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { api, inlinedReply } from '#client/lib/api.ts'
import { toast } from '#client/ui/toast.ts'
import type { Board } from '#shared/contract/boards.ts'

/** Below one key, so that everything about boards is read again after a change. */
const KEY = 'boards'

export const boardsQuery = queryOptions({
  queryKey: [KEY],
  queryFn: async ({ signal }) => (await api('GET /api/boards', { signal })).data.boards,
})

export const boardQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/boards/:id', { params: { id }, signal })).data,
  })

export const sharedBoardQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-board', token],
    queryFn: async ({ signal }) =>
      (await api('GET /api/shared-boards/:token', { params: { token }, signal })).data,
    initialData: () => inlinedReply('GET /api/shared-boards/:token', {}, { token })?.data,
  })

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

/** A look by the address of its picture, or a product by its id. */
export type BoardWish = { look: string } | { product: string }

type State = { wanted: BoardWish | null }

/** What is to be put on a board; the dialog that asks for the board loads on first use. */
export const useAddToBoard = create<State>(() => ({ wanted: null }))

export const addToBoard = (wanted: BoardWish) => useAddToBoard.setState({ wanted })
export const closeBoardDialog = () => useAddToBoard.setState({ wanted: null })
