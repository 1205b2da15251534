// `npm run bench -- start`: how long a new site takes to start with the demo, and again, and what a first
// visit to Home transfers. The start is that of a built checkout, as in the Docker image.
import { rm } from 'node:fs/promises'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '#scripts/find-chromium.mjs'
import { getBenchFolder } from './bench-database.ts'
import { readDatabaseCpuSeconds, startApp } from './child.ts'
import { countBytes, SLOW_4G } from './page-bytes.ts'
import { printFigures } from './statistics.ts'

const LIMITS = { firstSeconds: 60, secondSeconds: 5, scriptKb: 115, viewKb: 300 } as const
const SCREENS = [
  { width: 390, height: 844, pixels: 2 },
  { width: 1280, height: 800, pixels: 1 },
] as const
const KB = 1024

type Row = { figure: string; measured: number; limit: number | null; 'CPU seconds'?: number }

const measureStart = async (figure: string, limit: number, dataDir: string) => {
  const app = await startApp(dataDir, { DEMO_CATALOG: 'on' })
  const cpu = (await app.cpuSeconds()) + (await readDatabaseCpuSeconds(dataDir))
  return { app, row: { figure, measured: app.startMs / 1_000, limit, 'CPU seconds': cpu } }
}

/** Runs in the page: whether everything on the first screen is there. */
const isFirstScreenReady = () =>
  document.readyState === 'complete' &&
  document.fonts.status === 'loaded' &&
  [...document.images].every((image) => {
    const { top, bottom, left, right } = image.getBoundingClientRect()
    const isSeen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    return !isSeen || (image.complete && image.naturalWidth > 0)
  })

/** Until the first screen is there, with the parts of what is still loading below it. */
const measureFirstView = async (
  browser: Browser,
  url: string,
  { width, height, pixels }: (typeof SCREENS)[number],
): Promise<Row[]> => {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: pixels,
    hasTouch: width < 600,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const bytes = await countBytes(session)
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(isFirstScreenReady, undefined, { polling: 50 })
  const firstView = bytes.all
  await page.waitForLoadState('networkidle')
  const [script, all] = [bytes.script, bytes.all]
  await context.close()
  return [
    { figure: `Home's script, KB, ${width} px`, measured: script / KB, limit: LIMITS.scriptKb },
    {
      figure: `Home's first view, KB, ${width} px`,
      measured: firstView / KB,
      limit: LIMITS.viewKb,
    },
    { figure: `Home with what is below, KB, ${width} px`, measured: all / KB, limit: null },
  ]
}

const measureHome = async (url: string): Promise<Row[]> => {
  const { path, problem } = await findChromium()
  if (!path) throw new Error(problem)
  const browser = await chromium.launch({
    executablePath: path,
    // Chromium's sandbox does not run as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const rows: Row[] = []
    // The first visits let the server resize its pictures.
    for (const screen of SCREENS) await measureFirstView(browser, url, screen)
    for (const screen of SCREENS) rows.push(...(await measureFirstView(browser, url, screen)))
    return rows
  } finally {
    await browser.close()
  }
}

const dataDir = getBenchFolder('start')
await rm(dataDir, { recursive: true, force: true })
const first = await measureStart('first start, s', LIMITS.firstSeconds, dataDir)
await first.app.stop()
const second = await measureStart('second start, s', LIMITS.secondSeconds, dataDir)
const rows: Row[] = [first.row, second.row]
try {
  rows.push(...(await measureHome(second.app.url)))
} finally {
  await second.app.stop()
}
const isKept = ({ measured, limit }: Row) => limit === null || measured <= limit
printFigures(
  'start',
  rows.map((row) => ({
    figure: row.figure,
    measured: row.measured,
    limit: row.limit ?? '',
    'CPU seconds': row['CPU seconds'] ?? '',
    kept: isKept(row) ? 'yes' : 'no',
  })),
)
process.exitCode = rows.every(isKept) ? 0 : 1
