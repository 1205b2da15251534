import { findFullBrowser } from '#scripts/find-chromium.mjs'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { createPushBrowser } from '#tests/support/push-browser.ts'

const PATIENCE_MS = 180_000

/** The headless shell, in which the other tests run, refuses every notification. */
const browserWithNotifications = findFullBrowser()

test.use({
  serviceWorkers: 'allow',
  launchOptions: async ({ launchOptions }, provide) =>
    provide({
      ...launchOptions,
      ...(browserWithNotifications && { executablePath: browserWithNotifications }),
    }),
})

/**
 * The push service of a browser is its maker's and cannot be reached from here. Everything else is
 * real: the permission, the service worker, what our server stores, and how a message is shown.
 */
const subscribeWithout = (device: ReturnType<typeof createPushBrowser>['device']) => {
  const { endpoint, publicKey, authSecret } = device
  let isOn = false
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: publicKey, auth: authSecret } }),
    unsubscribe: () => {
      isOn = false
      return Promise.resolve(true)
    },
  }
  Object.assign(PushManager.prototype, {
    getSubscription: () => Promise.resolve(isOn ? subscription : null),
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (applicationServerKey.length !== 87) throw new TypeError('Not a key')
      isOn = true
      return Promise.resolve(subscription)
    },
  })
}

test(
  'notifications are turned on, shown by the service worker and turned off again',
  { tag: '@any-width' },
  async ({ page, context, baseURL, login, database }) => {
    test.skip(!browserWithNotifications, 'Only Chromium itself shows notifications; install it.')
    const origin = baseURL ?? ''
    test.setTimeout(PATIENCE_MS)
    const person = await login()
    const { device } = createPushBrowser(`https://push.example/${person.uid}`)
    const stored = async () =>
      (
        await database.pool.query(
          `SELECT device.public_key AS key FROM push_devices device
          JOIN alert_subscribers subscriber ON subscriber.id = subscriber_id WHERE user_id = $1`,
          [person.uid],
        )
      ).rows
    await context.addInitScript(subscribeWithout, device)
    await page.goto('/alerts')
    await page.getByRole('button', { name: 'Turn on notifications here' }).click()
    await expect(page.getByRole('alert')).toHaveText(/does not allow notifications/)
    expect(await stored()).toEqual([])

    await context.grantPermissions(['notifications'], { origin })
    await page.getByRole('button', { name: 'Turn on notifications here' }).click()
    const off = page.getByRole('button', { name: 'Turn off notifications here' })
    await expect(off).toBeVisible()
    expect(await stored()).toEqual([{ key: device.publicKey }])

    const devTools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) resolve(registrations[0].registrationId)
      })
    })
    await devTools.send('ServiceWorker.enable')
    await devTools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: await registered,
      data: JSON.stringify({ title: 'Silk Dress', body: '€70 at Maison', url: '/alerts' }),
    })
    const shown = () =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(
          ({ title, body, data }) => ({ title, body, data: String(data) }),
        ),
      )
    await expect
      .poll(shown)
      .toEqual([{ title: 'Silk Dress', body: '€70 at Maison', data: '/alerts' }])

    await off.click()
    await expect(page.getByRole('button', { name: 'Turn on notifications here' })).toBeVisible()
    expect(await stored()).toEqual([])
  },
)
