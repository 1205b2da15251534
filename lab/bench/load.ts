import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Answer, NO_ANSWER, sendCrowds, type CrowdRequest } from '#tests/support/crowd.ts'
import { getBenchFolder } from './bench-database.ts'
import { fetchRawReply, startApp, startServer } from './child.ts'
import { computePercentile, printFigures } from './statistics.ts'
import { MEASURED, openRunningDatabase, createVisits } from './visits.ts'

const STEP_SECONDS = 8

type Server = Awaited<ReturnType<typeof startServer>>

const isAnswered = ({ status }: Answer) => status >= 200 && status < 400

/** Failures by kind: '503' are refusals, 'none' are failed connections. */
const countFailures = (answers: readonly Answer[]) => {
  const counts = new Map<string, number>()
  for (const { status, kind } of answers.filter((answer) => !isAnswered(answer))) {
    const name = `${status === NO_ANSWER ? 'none' : status} ${kind}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Array.from(counts, ([name, count]) => `${count} × ${name}`).join(', ') || 'none'
}

const listTimes = (answers: readonly Answer[]) => answers.map(({ ms }) => ms)

const runStep = async (
  name: string,
  server: Server,
  perSecond: number,
  requests: readonly CrowdRequest[],
) => {
  process.stderr.write(`${name}: ${perSecond} requests per second …\n`)
  const cpuBefore = await server.cpuSeconds()
  const startedAt = performance.now()
  const [answers = []] = await sendCrowds([
    { perSecond, seconds: STEP_SECONDS, requests, forwarded: true },
  ])
  const seconds = (performance.now() - startedAt) / 1_000
  const successfulAnswers = answers.filter(isAnswered)
  const times = listTimes(successfulAnswers)
  const checks = listTimes(answers.filter(({ kind }) => kind === 'health check'))
  return {
    kinds: answers,
    row: {
      server: name,
      'offered/s': perSecond,
      'answered/s': successfulAnswers.length / STEP_SECONDS,
      'refused %': (answers.filter(({ status }) => status === 503).length / answers.length) * 100,
      'p50 ms': computePercentile(times, 0.5),
      'p95 ms': computePercentile(times, 0.95),
      'p99 ms': computePercentile(times, 0.99),
      'check p50 ms': computePercentile(checks, 0.5),
      'check p99 ms': computePercentile(checks, 0.99),
      'cores used': ((await server.cpuSeconds()) - cpuBefore) / seconds,
      'RSS MB': await server.rssMb(),
      // Above a few ms, the load generator itself is the bottleneck.
      'sent late p95 ms': computePercentile(
        answers.map(({ lateMs }) => lateMs),
        0.95,
      ),
      failures: countFailures(answers),
    },
  }
}

/** The last rise, kind by kind: what is refused, and how long each takes. */
const groupByKind = (answers: readonly Answer[]) =>
  [...new Set(answers.map(({ kind }) => kind))].map((kind) => {
    const all = answers.filter((answer) => answer.kind === kind)
    const times = listTimes(all.filter(isAnswered))
    return {
      kind,
      sent: all.length,
      answered: times.length,
      'refused with 503': all.filter(({ status }) => status === 503).length,
      'p50 ms': computePercentile(times, 0.5),
      'p95 ms': computePercentile(times, 0.95),
      'p99 ms': computePercentile(times, 0.99),
    }
  })

/**
 * A mixed crowd that does not wait for answers, at rising rates and then at the first one again. A bare
 * server that sends the feed call gets the same crowd, to tell the machine's limit from ours.
 */
export const benchLoad = async (rates: readonly number[]) => {
  const app = await startApp(getBenchFolder('load'), MEASURED)
  const database = await openRunningDatabase(app.dataDir)
  const visits = await createVisits(app.url, database)
  const reply = await fetchRawReply(app.url + visits.feed)
  const file = join(app.dataDir, 'reply')
  await writeFile(file, reply.body)
  const bare = await startServer('./bare-server-child.ts', [file, JSON.stringify(reply.headers)])
  const [first = 50, ...higher] = rates
  const expected = rates.reduce((sum, rate) => sum + rate, first * 2) * STEP_SECONDS
  const requests = await visits.mixed(expected)
  const toBare = requests.map((request) => ({
    ...request,
    url: request.url.replace(app.url, bare.url),
  }))
  const rows = []
  let last: readonly Answer[] = []
  try {
    await runStep('warm-up', app, first, requests)
    for (const rate of [first, ...higher]) {
      rows.push((await runStep('bare node:http', bare, rate, toBare)).row)
      const { row, kinds } = await runStep('Wearabouts', app, rate, requests)
      rows.push(row)
      last = kinds
    }
    rows.push((await runStep('Wearabouts, afterwards', app, first, requests)).row)
  } finally {
    await database.close()
    await bare.stop()
    await app.stop()
  }
  printFigures(`A mixed crowd, ${STEP_SECONDS} s each, timed from when each request was due`, rows)
  printFigures(`By kind, at ${rates.at(-1)} requests per second`, groupByKind(last))
}
