type Row = Record<string, string | number>

/** A table, and the same as JSON. */
export const printTable = (title: string, given: readonly Row[]) => {
  const names = Object.keys(given[0] ?? {})
  const rows = [names, ...given.map((row) => names.map((name) => String(row[name])))]
  const widths = names.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    process.stdout.write(
      `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`,
    )
  process.stdout.write(`\n${JSON.stringify({ title, rows: given })}\n`)
}
