// `npm run bench -- web`: loads Home and the feed like a mid-range phone on slow 4G, with Lighthouse's
// throttling (1.6 Mbit/s, 150 ms, CPU four times slower), then scans a photo on /find in the browser and
// on the server, both at full speed.
import type { Page } from '@playwright/test'
import { openRunningApp } from '#lab/running-app.ts'
import { measureDeviceScan } from './device-scan.ts'
import { countBytes, SLOW_4G } from './page-bytes.ts'
import { printFigures } from './statistics.ts'
import { buildCelebritySearchHref, EVERYONE } from '#shared/paths.ts'

const ROUNDS = 5
const CPU_SLOWDOWN = 4
/** Waits after the load for late layout shifts and paints. */
const QUIET_MS = 4_000
const PATIENCE_MS = 120_000

type Figures = { lcpMs: number; cls: number; longestTaskMs: number; jsKb: number; allKb: number }

/** Runs in the page before any other script. */
const observeFigures = () => {
  const figures = { lcp: 0, cls: 0, longest: 0 }
  Object.assign(window, { seen: figures })
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry)
    }).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => {
    figures.lcp = entry.startTime
  })
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    }
    if (!hadRecentInput) figures.cls += value
  })
  observe('longtask', (entry) => {
    figures.longest = Math.max(figures.longest, entry.duration)
  })
}

const measurePage = async (page: Page, path: string): Promise<Figures> => {
  const session = await page.context().newCDPSession(page)
  const bytes = await countBytes(session)
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  // tsx wraps inner functions in a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (inner) => inner')
  await page.addInitScript(observeFigures)
  await page.goto(path, { waitUntil: 'load', timeout: PATIENCE_MS })
  await page.waitForTimeout(QUIET_MS)
  const { lcp, cls, longest } = await page.evaluate(
    () => (window as unknown as { seen: { lcp: number; cls: number; longest: number } }).seen,
  )
  return {
    lcpMs: lcp,
    cls,
    longestTaskMs: longest,
    jsKb: bytes.script / 1000,
    allKb: bytes.all / 1000,
  }
}

const computeMedian = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const summarizeRounds = (page: string, rounds: readonly Figures[]) => ({
  page,
  'LCP ms (median)': Math.round(computeMedian(rounds.map(({ lcpMs }) => lcpMs))),
  'LCP ms (worst)': Math.round(Math.max(...rounds.map(({ lcpMs }) => lcpMs))),
  'CLS (worst)': Number(Math.max(...rounds.map(({ cls }) => cls)).toFixed(4)),
  'longest task ms (median)': Math.round(computeMedian(rounds.map((round) => round.longestTaskMs))),
  'JS KB': Number(computeMedian(rounds.map(({ jsKb }) => jsKb)).toFixed(1)),
  'all KB': Number(computeMedian(rounds.map(({ allKb }) => allKb)).toFixed(1)),
})

const runRounds = async () => {
  const { baseURL, browser, close } = await openRunningApp()
  const rows: ReturnType<typeof summarizeRounds>[] = []
  try {
    for (const [name, path] of [
      ['Home', '/'],
      ['Trending Feed', buildCelebritySearchHref(EVERYONE)],
    ] as const) {
      const rounds: Figures[] = []
      // The first round fills the server's caches and does not count.
      for (let round = 0; round <= ROUNDS; round += 1) {
        const context = await browser.newContext({
          baseURL,
          viewport: { width: 390, height: 844 },
          deviceScaleFactor: 2,
          hasTouch: true,
        })
        const figures = await measurePage(await context.newPage(), path)
        if (round > 0) rounds.push(figures)
        await context.close()
      }
      const row = summarizeRounds(name, rounds)
      rows.push(row)
      console.log(row)
    }
    const { rows: scans, sizes } = await measureDeviceScan(browser, baseURL)
    printFigures('web', rows)
    printFigures('a photo of 12 megapixels on /find', scans)
    printFigures('models in the browser', sizes)
  } finally {
    await close()
  }
}

await runRounds()
