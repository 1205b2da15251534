export type Figure = { name: string; value: number; unit: string }
