/** One line of a bench. */
export type Figure = { name: string; value: number; unit: string }
