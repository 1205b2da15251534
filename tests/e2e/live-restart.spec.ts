import { join } from 'node:path'
import pino from 'pino'
import { toProductRecord } from '#shared/domain/favorite-record.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { insertPerson } from '#tests/support/people.ts'
import { createRunFolder, removeDataDir } from '#tests/support/run-folder.ts'
import { E2E_SECRET, findFreePort, startServerProcess } from '#tests/support/server-process.ts'
import { isLongRun } from '#tests/support/length.ts'

test('live lists survive a restart of the server', async ({ browser }) => {
  test.skip(!isLongRun, 'two starts of a server: npm run test:long')
  test.setTimeout(240_000)
  const dataDir = await createRunFolder()
  const port = await findFreePort()
  const logFile = join('test-results', 'restarted-server.log')
  const start = () => startServerProcess({ port, dataDir, logFile, hasDemo: false })
  const log = pino({ level: 'silent' })
  let server = await start()
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined }, log, 'tool')
  const context = await browser.newContext({ baseURL: server.baseUrl })
  try {
    const person = await insertPerson(database.pool, E2E_SECRET)
    const [name = '', value = ''] = person.cookie.split('=')
    await context.addCookies([{ name, value, url: server.baseUrl }])
    const page = await context.newPage()
    await page.goto('/profile')
    await expect(page.getByText('No products saved')).toBeVisible()

    await server.stop()
    // Changes made while disconnected arrive after reconnecting.
    const save = (title: string) =>
      database.pool.query(
        `INSERT INTO saved_products (user_id, name, type, product)
         SELECT $1, $2, 'product', product
           FROM (SELECT $3::jsonb AS product) AS copy`,
        [person.uid, title, JSON.stringify(plainProduct(title))],
      )
    await save('Saved meanwhile')
    server = await start()
    await expect(page.getByRole('heading', { name: 'Saved meanwhile' })).toBeVisible({
      timeout: 60_000,
    })
    await save('Saved afterwards')
    await expect(page.getByRole('heading', { name: 'Saved afterwards' })).toBeVisible({
      timeout: 60_000,
    })
  } finally {
    await context.close()
    await database.close()
    await server.stop()
    await removeDataDir(dataDir)
  }
})

const plainProduct = (title: string) => toProductRecord({ name: title }, new Date().toISOString())
