import { randomUUID } from 'node:crypto'
import { axeViolationsAtBothWidths } from '#tests/support/axe.ts'
import { catalogFacts } from '#tests/support/catalog-facts.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { createPushBrowser } from '#tests/support/push-browser.ts'
import { LOCAL_MAIL_PATH } from '#shared/paths.ts'

const PATIENCE_MS = 180_000

// Injecting axe-core violates the page's CSP.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

test(
  'a visitor sets an alert with an address alone, confirms it and deletes it',
  {
    tag: '@any-width',
  },
  async ({ page, resetLimits }) => {
    test.setTimeout(PATIENCE_MS)
    await resetLimits()
    const [product] = (await catalogFacts(page.request).products('feed')).products
    await page.goto(`/product/${product?.id}`)
    const email = `${randomUUID()}@example.com`
    await page.getByRole('button', { name: 'Set an alert' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Set an alert' })
    await dialog.getByLabel('Tell me when').selectOption('The price falls by …')
    await dialog.getByLabel('By at least').selectOption('30%')
    await dialog.getByLabel('Your email').fill(email)
    expect(await axeViolationsAtBothWidths(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Set alert' }).click()
    await expect(dialog.getByText('Check your email and confirm the alert there.')).toBeVisible()

    const mails = await (await page.request.get(LOCAL_MAIL_PATH)).text()
    const [, link = ''] =
      new RegExp(`To ${email}.*?href="([^"]+/alerts#[^"]+)"`, 's').exec(mails) ?? []
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm alert' }).click()
    const alert = page.getByRole('listitem').filter({ hasText: 'Costs at least 30% less than' })
    await expect(alert).toBeVisible()
    await expect(page).toHaveURL('/alerts')
    expect(await axeViolationsAtBothWidths(page)).toEqual([])
    await alert.getByRole('button', { name: /^Delete the alert on/ }).click()
    await expect(page.getByText('No alerts yet')).toBeVisible()
  },
)

test(
  'a signed-in user saves a search and finds it in the list',
  { tag: '@any-width' },
  async ({ page, login }) => {
    await login()
    await page.goto('/search-result?q=dress&colour=black')
    await page.getByRole('button', { name: 'Save this search' }).click()
    await page.getByRole('button', { name: 'Save search' }).click()
    await expect(page.getByText('Alert set')).toBeVisible()
    await page.goto('/alerts')
    await page.getByRole('link', { name: '“dress” · black' }).click()
    await expect(page).toHaveURL(/\/search-result\?.*q=dress/)
  },
)

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

test.describe('notifications', () => {
  test.use({ serviceWorkers: 'allow' })

  test(
    'are turned on, shown by the service worker and turned off again',
    { tag: '@any-width' },
    async ({ page, context, baseURL, login, database }) => {
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
})
