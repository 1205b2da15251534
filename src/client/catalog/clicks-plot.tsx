import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { ClickReport } from '#shared/contract/outgoing.ts'
import styles from './clicks-report.module.css'

const HEIGHT = 220
const HALF_A_DAY = 12 * 60 * 60

const colour = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** A bar for each day. The table below says the same in words. */
const ClicksPlot = ({ days }: Pick<ClickReport, 'days'>) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const [ink, quiet, line] = [
      colour('--color-ink'),
      colour('--color-quiet'),
      colour('--color-line'),
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
          // The first and the last bar are whole.
          x: { range: (_plot, first, last) => [first - HALF_A_DAY, last + HALF_A_DAY] },
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
    const resized = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    )
    resized.observe(element)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [days])
  return <div ref={frame} className={styles.plot} aria-hidden="true" />
}

export default ClicksPlot
