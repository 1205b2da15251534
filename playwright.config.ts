import { defineConfig } from '@playwright/test'
import { isLongRun } from './tests/support/length.ts'

const chromium = process.env['CHROMIUM_PATH']

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/support/e2e-server.ts',
  retries: 0,
  // No test sleeps; long timeouts only allow for a busy machine, which may have a tenth of a core.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // One more than the cores of a small machine: a test waits for its page now and then.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    baseURL: process.env['E2E_BASE_URL'] ?? '',
    // Tracing every test adds a third to the run; use `--trace on` when needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    // A service worker would hide requests from the tests; pwa.spec.ts enables it.
    serviceWorkers: 'block',
    // Without a graphics card, animations take a tenth of the processor time.
    reducedMotion: isLongRun ? 'no-preference' : 'reduce',
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
    {
      name: 'mobile',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
      // The few tests of a short run need no second browser; first, so that none waits for them.
      ...(isLongRun ? {} : { workers: 1 }),
      // What does not depend on the width runs once; account-axe.spec.ts covers the mobile layout of
      // the flows that are left out as a whole.
      // A short run walks through each test once, on the screen where it matters more.
      ...(isLongRun ? { grepInvert: /@any-width/ } : { grep: /@long-on-desktops/ }),
      testIgnore: /(sign-in|invitations|favorites|profile|live-restart|manual-product|pwa)\.spec/,
    },
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 800 } },
      ...(isLongRun ? {} : { grepInvert: /@long(?!-on-phones)/ }),
    },
  ],
})
