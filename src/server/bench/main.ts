import type { Figure } from './figure.ts'
import { benchVision } from './vision.ts'

const BENCHES: Record<string, () => Promise<Figure[]>> = { vision: benchVision }

const shown = (value: number) => Number(value.toFixed(value < 10 ? 3 : 1))

/** `npm run bench [-- NAME]`: a table to read, then the same as JSON. */
const main = async () => {
  const [wanted] = process.argv.slice(2)
  const chosen = Object.entries(BENCHES).filter(([name]) => wanted === undefined || name === wanted)
  if (chosen.length === 0) throw new Error(`There are: ${Object.keys(BENCHES).join(', ')}`)
  const results: Record<string, Figure[]> = {}
  for (const [name, bench] of chosen) results[name] = await bench()
  const rows = Object.entries(results).flatMap(([bench, figures]) =>
    figures.map(({ name, value, unit }) => ({ bench, name, value: shown(value), unit })),
  )
  const width = Math.max(...rows.map(({ name }) => name.length))
  for (const { bench, name, value, unit } of rows)
    process.stdout.write(`${bench}  ${name.padEnd(width)}  ${value} ${unit}\n`)
  process.stdout.write(`${JSON.stringify(results)}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
