export const computePercentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const computeMedian = (values: readonly number[]): number => computePercentile(values, 0.5)

/** What `work` returns, and how many milliseconds it took. */
export const measureTime = async <T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> => {
  const startMs = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startMs }
}

/** Milliseconds of each round, after a warm-up round. */
export const measureTimes = async (
  rounds: number,
  work: () => Promise<unknown>,
): Promise<number[]> => {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push((await measureTime(work)).ms)
  return times
}

const roundTwoDecimals = (value: number): number => Math.round(value * 100) / 100

type Row = Record<string, string | number>

/** Prints a table, and the same as JSON. */
export const printFigures = (title: string, rows: readonly Row[]) => {
  const roundedRows = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'number' ? roundTwoDecimals(value) : value,
      ]),
    ),
  )
  const names = Object.keys(roundedRows[0] ?? {})
  const widths = names.map((name) =>
    Math.max(name.length, ...roundedRows.map((row) => String(row[name]).length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |\n`
  process.stdout.write(`\n${title}\n\n`)
  process.stdout.write(line(names))
  process.stdout.write(line(widths.map((width) => '-'.repeat(width))))
  for (const row of roundedRows) process.stdout.write(line(names.map((name) => String(row[name]))))
  process.stdout.write(`\n${JSON.stringify({ title, rows: roundedRows })}\n`)
}

export type Figure = { name: string; value: number; unit: string }
