import styles from './admin-page.module.css'

const DAY_MS = 24 * 60 * 60_000
const WIDTH = 300
const HEIGHT = 80

type DayPlotProps = {
  label: string
  unit: string
  points: readonly { at: string; value: number | null }[]
}

const shown = (value: number) =>
  value < 10 && !Number.isInteger(value) ? value.toFixed(1) : Math.round(value).toLocaleString('en')

/** One value over the last day, drawn to its own scale. */
export const DayPlot = ({ label, unit, points }: DayPlotProps) => {
  const known = points.flatMap(({ at, value }) =>
    value === null ? [] : [{ at: Date.parse(at), value }],
  )
  const last = known.at(-1)
  const most = Math.max(...known.map(({ value }) => value), 0)
  const end = last?.at ?? 0
  const line = known
    .map(({ at, value }) => {
      const x = WIDTH * (1 - (end - at) / DAY_MS)
      const y = HEIGHT * (1 - value / (most || 1))
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
  const text = last
    ? `${shown(last.value)} ${unit} now, ${shown(most)} ${unit} at most`.replaceAll(/ +/g, ' ')
    : 'No values yet'
  return (
    <figure className={styles.plot}>
      <figcaption className="small">
        {label} <span className="quiet">{text}</span>
      </figcaption>
      <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={line} />
      </svg>
    </figure>
  )
}
