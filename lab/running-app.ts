import { buildIfStale } from '#scripts/build-if-stale.mjs'
import { findChromium } from '#scripts/find-chromium.mjs'
import { type Browser, chromium } from '@playwright/test'
import startServer from '#tests/support/e2e-server.ts'

type RunningApp = { baseURL: string; browser: Browser; close: () => Promise<void> }

/** The built app with its own data, or the one at E2E_BASE_URL, and a browser. */
export const openRunningApp = async (): Promise<RunningApp> => {
  const { path, problem } = await findChromium()
  if (!path) throw new Error(problem)
  const baseUrlSetting = process.env['E2E_BASE_URL']
  if (!baseUrlSetting && !buildIfStale(process.cwd()))
    throw new Error('The client could not be built')
  const stop = baseUrlSetting ? async () => undefined : await startServer()
  const browser = await chromium.launch({
    executablePath: path,
    // Chromium's sandbox does not run as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  return {
    baseURL: process.env['E2E_BASE_URL'] ?? '',
    browser,
    close: async () => {
      await browser.close()
      await stop()
    },
  }
}
