import { create } from 'zustand'

/** A look by the address of its picture, or a product by its id. */
export type BoardWish = { look: string } | { product: string }

type State = { wanted: BoardWish | null }

/** What is to be put on a board; the dialog that asks for the board loads on first use. */
export const useAddToBoard = create<State>(() => ({ wanted: null }))

export const addToBoard = (wanted: BoardWish) => useAddToBoard.setState({ wanted })
export const closeBoardDialog = () => useAddToBoard.setState({ wanted: null })
