import { Pool } from 'undici'
import { computePercentile } from './statistics.ts'

/** A separate process generates the load, so that the server has a core to itself. */
const [url = '', connections = '16', seconds = '4'] = process.argv.slice(2)
const { origin, pathname, search } = new URL(url)
const pool = new Pool(origin, { connections: Number(connections), pipelining: 1 })
const headers = { 'accept-encoding': 'br' }
const latencies: number[] = []
let bytes = 0
let failures = 0

const sendRequest = async () => {
  const started = performance.now()
  const { statusCode, body } = await pool.request({
    path: pathname + search,
    method: 'GET',
    headers,
  })
  bytes += (await body.arrayBuffer()).byteLength
  if (statusCode !== 200) failures += 1
  latencies.push(performance.now() - started)
}

const requestUntil = async (end: number) => {
  while (performance.now() < end) await sendRequest()
}
const requestFromAll = (end: number) =>
  Promise.all(Array.from({ length: Number(connections) }, () => requestUntil(end)))

const started = performance.now()
await requestFromAll(started + Number(seconds) * 1_000)
const elapsedS = (performance.now() - started) / 1_000
await pool.close()
process.stdout.write(
  JSON.stringify({
    requests: latencies.length,
    perSecond: latencies.length / elapsedS,
    p50: computePercentile(latencies, 0.5),
    p99: computePercentile(latencies, 0.99),
    bytesEach: bytes / latencies.length,
    failures,
  }),
)
