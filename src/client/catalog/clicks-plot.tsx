import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { ClickReport } from '#shared/contract/outgoing.ts'
import styles from './clicks-report.module.css'

const HEIGHT = 220
const HALF_DAY_SECONDS = 12 * 60 * 60

const cssColour = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** A bar for each day, hidden from screen readers: the table below has the same figures. */
const ClicksPlot = ({ days }: Pick<ClickReport, 'days'>) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const [ink, quiet, line] = [
      cssColour('--color-ink'),
      cssColour('--color-quiet'),
      cssColour('--color-line'),
    ]
    const bars = uPlot.paths.bars?.({ size: [0.7, 32] })
    const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { stroke: line } }
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          // Otherwise the edges would cut the first and the last bar in half.
          x: { range: (_plot, first, last) => [first - HALF_DAY_SECONDS, last + HALF_DAY_SECONDS] },
          y: { range: (_plot, _least, most) => [0, Math.max(4, Math.ceil(most * 1.1))] },
        },
        axes: [
          axis,
          { ...axis, incrs: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000, 10_000] },
        ],
        series: [
          {},
          { fill: ink, stroke: ink, points: { show: false }, ...(bars && { paths: bars }) },
        ],
      },
      [
        days.map(({ day }) => Date.parse(`${day}T00:00:00`) / 1_000),
        days.map(({ clicks }) => clicks),
      ],
      element,
    )
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [days])
  return <div ref={frame} className={styles.plot} aria-hidden="true" />
}

export default ClicksPlot
