import { expect, test } from 'vitest'
import { createRegistry, estimateQuantile } from './metrics.ts'

test('writes counters, gauges and histograms in the text format of Prometheus', async () => {
  const registry = createRegistry()
  registry.gauge('rooms', 'Rooms.', () => [{ value: 3 }])
  registry.counter('visits_total', 'Visits.', async () => [
    { labels: { page: 'a "b"\\\n' }, value: 2 },
  ])
  const waits = registry.histogram('wait_seconds', 'Waits.', [0.1, 1])
  waits.observe(0.1, { door: 'left' })
  waits.observe(0.5, { door: 'left' })
  waits.observe(9, { door: 'left' })
  waits.observe(0.01, { door: 'right' })
  expect(await registry.text()).toBe(`# HELP rooms Rooms.
# TYPE rooms gauge
rooms 3
# HELP visits_total Visits.
# TYPE visits_total counter
visits_total{page="a \\"b\\"\\\\\\n"} 2
# HELP wait_seconds Waits.
# TYPE wait_seconds histogram
wait_seconds_bucket{door="left",le="0.1"} 1
wait_seconds_bucket{door="left",le="1"} 2
wait_seconds_bucket{door="left",le="+Inf"} 3
wait_seconds_sum{door="left"} 9.6
wait_seconds_count{door="left"} 3
wait_seconds_bucket{door="right",le="0.1"} 1
wait_seconds_bucket{door="right",le="1"} 1
wait_seconds_bucket{door="right",le="+Inf"} 1
wait_seconds_sum{door="right"} 0.01
wait_seconds_count{door="right"} 1
`)
  expect(waits.totals()).toEqual([2, 1, 1])
  expect(waits.totals(({ door }) => door === 'left')).toEqual([1, 1, 1])
  expect(() => registry.gauge('rooms', 'Again.', () => [])).toThrow('Two metrics')
})

test.each([
  { share: 0.5, counts: [0, 0, 0], expected: null },
  { share: 0.5, counts: [10, 0, 0], expected: 5 },
  { share: 0.95, counts: [50, 50, 0], expected: 19 },
  { share: 0.95, counts: [0, 10, 0], expected: 19.5 },
  { share: 0.95, counts: [0, 0, 7], expected: 20 },
])('estimates the $share quantile of $counts', ({ share, counts, expected }) => {
  expect(estimateQuantile(share, [10, 20], counts)).toBe(expected)
})
