import type { Figure } from './figure.ts'

const shown = (value: number) => Number(value.toFixed(value < 10 ? 3 : 1))

/** A table to read, then the same as JSON. */
export const printFigures = (bench: string, figures: readonly Figure[]) => {
  const width = Math.max(...figures.map(({ name }) => name.length))
  for (const { name, value, unit } of figures)
    process.stdout.write(`${bench}  ${name.padEnd(width)}  ${shown(value)} ${unit}\n`)
  process.stdout.write(`${JSON.stringify({ [bench]: figures })}\n`)
}
