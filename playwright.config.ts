import { defineConfig } from '@playwright/test'

const chromium = process.env['CHROMIUM_PATH']

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: ['./scripts/build-for-tests.mjs', './tests/support/e2e-server.ts'],
  retries: 0,
  // Nothing here waits a fixed time; a busy machine may only take longer to get there.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    baseURL: process.env['E2E_BASE_URL'] ?? '',
    // A trace of every test costs a third of the run; `--trace on` gives one where it is needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    // A worker between page and network would hide requests from the tests; pwa.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        // Chromium's sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'mobile',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
      // What these walk is the same at any width; how their screens look there, account-axe sees.
      testIgnore: /(sign-in|invitations|favorites|profile|live-restart|manual-product|pwa)\.spec/,
    },
  ],
})
