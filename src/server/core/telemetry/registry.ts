type Labels = Readonly<Record<string, string>>
export type Sample = { labels?: Labels; value: number }

/** A family of series in the text format of Prometheus. */
type Family = { name: string; type: 'counter' | 'gauge' | 'histogram'; help: string }
type Source = Family & { lines: () => string[] | Promise<string[]> }

const escapeLabel = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const inBraces = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

/** Counts of observations up to each bound, and above the last. */
type Buckets = { labels: Labels; counts: number[]; sum: number; count: number }

export type Histogram = {
  /** `labels` must come from a small, fixed set: each combination is kept for ever. */
  observe(value: number, labels?: Labels): void
  /** All series together, by bound, since the start. */
  totals(where?: (labels: Labels) => boolean): number[]
  readonly bounds: readonly number[]
}

const histogramLines = (name: string, bounds: readonly number[], series: Iterable<Buckets>) => {
  const lines: string[] = []
  for (const { labels, counts, sum, count } of series) {
    let below = 0
    for (const [index, bound] of bounds.entries()) {
      below += counts[index] ?? 0
      lines.push(`${name}_bucket${inBraces({ ...labels, le: String(bound) })} ${below}`)
    }
    lines.push(`${name}_bucket${inBraces({ ...labels, le: '+Inf' })} ${count}`)
    lines.push(`${name}_sum${inBraces(labels)} ${sum}`, `${name}_count${inBraces(labels)} ${count}`)
  }
  return lines
}

/** What this process has counted, and what it can say about itself when asked. */
export const createRegistry = () => {
  const sources: Source[] = []
  const add = (source: Source) => {
    if (sources.some(({ name }) => name === source.name))
      throw new Error(`Two metrics are called ${source.name}`)
    sources.push(source)
  }
  const read =
    (type: 'counter' | 'gauge') =>
    (name: string, help: string, values: () => Sample[] | Promise<Sample[]>) =>
      add({
        name,
        help,
        type,
        lines: async () =>
          (await values()).map(({ labels = {}, value }) => `${name}${inBraces(labels)} ${value}`),
      })

  return {
    /** Both are read when somebody asks, so that they cost nothing until then. */
    gauge: read('gauge'),
    counter: read('counter'),

    histogram(name: string, help: string, bounds: readonly number[]): Histogram {
      const series = new Map<string, Buckets>()
      const seriesOf = (labels: Labels): Buckets => {
        let key = ''
        for (const label in labels) key += `${labels[label]}\n`
        const known = series.get(key)
        if (known) return known
        const counts = Array.from({ length: bounds.length + 1 }, () => 0)
        const made = { labels, counts, sum: 0, count: 0 }
        series.set(key, made)
        return made
      }
      add({
        name,
        help,
        type: 'histogram',
        lines: () => histogramLines(name, bounds, series.values()),
      })
      return {
        bounds,
        observe(value, labels = {}) {
          const found = seriesOf(labels)
          let index = 0
          while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1
          found.counts[index] = (found.counts[index] ?? 0) + 1
          found.sum += value
          found.count += 1
        },
        totals(where = () => true) {
          const totals = Array.from({ length: bounds.length + 1 }, () => 0)
          for (const { labels, counts } of series.values())
            if (where(labels))
              for (const [index, count] of counts.entries())
                totals[index] = (totals[index] ?? 0) + count
          return totals
        },
      }
    },

    text: async (): Promise<string> => {
      const families = sources.map(async ({ name, type, help, lines }) =>
        [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`].concat(await lines()),
      )
      return `${(await Promise.all(families)).flat().join('\n')}\n`
    },
  }
}
export type Registry = ReturnType<typeof createRegistry>

/**
 * The value that a share of the observations does not exceed, estimated within its bucket. Observations
 * above the last bound count as that bound. Null without any.
 */
export const quantile = (
  share: number,
  bounds: readonly number[],
  counts: readonly number[],
): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const [index, bound] of bounds.entries()) {
    const count = counts[index] ?? 0
    const low = bounds[index - 1] ?? 0
    if (below + count >= share * total && count > 0)
      return low + (bound - low) * ((share * total - below) / count)
    below += count
  }
  return bounds.at(-1) ?? null
}
