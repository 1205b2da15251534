import { useMutation, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { createCallQuery } from '#client/lib/query.ts'
import { toast } from '#client/ui/toast.tsx'
import type { Board } from '#shared/contract/boards.ts'

/** The start of every key, so that one call fetches everything about boards again. */
const KEY = 'boards'

export const boardsQuery = createCallQuery([KEY], 'GET /api/boards', {})

export const createBoardQuery = (id: string) =>
  createCallQuery([KEY, id], 'GET /api/boards/:id', { params: { id } })

export const createSharedBoardQuery = (token: string) =>
  createCallQuery(['shared-board', token], 'GET /api/shared-boards/:token', { params: { token } })

/** Changes a board; the server replies with the changed board. */
export const useBoardChange = <Input = void>(
  id: string,
  run: (input: Input) => Promise<{ data: Board }>,
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: ({ data }) => queries.setQueryData(createBoardQuery(id).queryKey, data),
    onError: (error) => {
      toast.failure(error)
      void queries.invalidateQueries({ queryKey: createBoardQuery(id).queryKey })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: boardsQuery.queryKey, exact: true }),
  })
}

/** A look by the address of its picture, or a product by its id. */
export type NewBoardItem = { look: string } | { product: string }

/** The item that is being added to a board; the dialog that asks for the board loads on first use. */
export const useAddToBoard = create<{ item: NewBoardItem | null }>(() => ({ item: null }))

export const addToBoard = (item: NewBoardItem) => useAddToBoard.setState({ item })
export const closeBoardDialog = () => useAddToBoard.setState({ item: null })
