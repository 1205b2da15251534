import pino from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildPictureUrl } from '#shared/pictures.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createMailWriter } from '#server/core/mail/write-mail.ts'
import { createNotificationListener } from '#server/core/jobs/listener.ts'
import { openVectorSearch } from '#server/vision/vectors/open-vector-search.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import { signedIn } from '#tests/support/callers.ts'
import { catalogRow, portraitOf } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startLoopbackS3, S3_CREDENTIALS } from '#tests/support/loopback-s3.ts'
import { hasPgvector, openPgvectorDatabase } from '#tests/support/pgvector-database.ts'
import { corneredPicture } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTakedown } from '#server/features/moderation/index.ts'

const SLOW_MS = 120_000
const OWN = '/media/looks/own.jpg'
const OTHER = 'https://pictures.example.com/other.jpg'
const FORMATS = ['image/avif', 'image/webp', 'image/jpeg']
const version = 'm'
const dimensions = 3

/** Two servers that share a bucket and a database. */
const startSite = async (kind: 'memory' | 'pgvector') => {
  const s3 = await startLoopbackS3('site')
  onTestFinished(() => s3.close())
  vi.stubEnv('AWS_ACCESS_KEY_ID', S3_CREDENTIALS.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', S3_CREDENTIALS.secretAccessKey)
  const database = await (kind === 'pgvector' ? openPgvectorDatabase() : testDatabase())
  onTestFinished(() => database.close())
  s3.files.set('looks/own.jpg', await corneredPicture('#aa2244'))
  await importRows(database.pool, [
    catalogRow({ celebrity_image: OWN, name: 'Own Coat', website: 'https://a.example.com/1' }),
    catalogRow({
      celebrity_name: 'Bo Reed',
      celebrity_image: OTHER,
      name: 'Other Coat',
      website: 'https://a.example.com/2',
    }),
  ])
  const remoteImages = { fetch: () => corneredPicture('#2266cc'), close: async () => undefined }
  const env = { STORAGE_URL: 's3://site', S3_ENDPOINT: s3.url }
  const servers: TestApp[] = []
  for (let started = 0; started < 2; started += 1) {
    const server = await startTestApp({ database, env }, { remoteImages })
    onTestFinished(() => server.close())
    servers.push(server)
  }
  const keys = (folder: string) => [...s3.files.keys()].filter((key) => key.startsWith(folder))
  return { s3, keys, database, servers }
}
type Site = Awaited<ReturnType<typeof startSite>>

/** As `npm run takedown` has it: without files, which servers move when they hear of it. */
const commandOn = ({ database }: Site, { limits }: TestApp) =>
  createTakedown(
    {
      ...database,
      limits,
      mail: null,
      writeMail: createMailWriter([]),
      audit: { note: async () => undefined },
      shared: { findBoard: async () => null, findCreatorPage: async () => null },
      log: pino({ level: 'silent' }),
    },
    { guard: { refresh: async () => undefined }, files: null, readPicture: async () => null },
  ).takedown

const openVectors = async ({ database }: Site) => {
  const log = pino({ level: 'silent' })
  const listener = await createNotificationListener(database.url, log)
  const { rows } = await database.pool.query<{ key: string; title: string }>(
    'SELECT product_key::text AS key, title FROM catalog.products',
  )
  const vector = Float32Array.of(1, 0, 0)
  await createProductVectorsStore(database.pool).write(
    version,
    rows.map(({ key }) => ({ productKey: key, vector, category: 'other', ownerUid: null })),
  )
  const { pool, url } = database
  const search = await openVectorSearch({ pool, url, listener, version, dimensions, log })
  onTestFinished(async () => {
    await search.close()
    await listener.close()
  })
  await search.waitUntilIndexed()
  const found = async () =>
    (await search.search(vector, 9)).map(
      ({ productKey }) => rows.find(({ key }) => key === productKey)?.title ?? '',
    )
  return { kind: search.kind, found }
}

const show = async (server: TestApp, url: string) => {
  const statuses: number[] = []
  for (const accept of FORMATS)
    statuses.push((await server.request(buildPictureUrl(url, 300), { headers: { accept } })).status)
  return statuses
}

describe.each(['memory', 'pgvector'] as const)('with an S3 store and vectors in %s', (kind) => {
  test.skipIf(kind === 'pgvector' && !hasPgvector)(
    'a removed look leaves neither files nor vectors, until it is restored',
    async () => {
      const site = await startSite(kind)
      const { s3, keys, servers } = site
      const [first, second] = servers
      if (!first || !second) throw new Error('No servers')
      const original = s3.files.get('looks/own.jpg')
      expect(await show(second, OTHER)).toEqual([200, 200, 200])
      await vi.waitFor(() => expect(keys('variants/')).toHaveLength(3), 20_000)
      const others = keys('variants/')
      expect(await show(first, OWN)).toEqual([200, 200, 200])
      expect((await first.request(await portraitOf(first, 'Ada Lune'))).status).toBe(200)
      await vi.waitFor(() => expect(keys('variants/')).toHaveLength(6), 20_000)
      expect(keys('celebrities/')).toEqual([
        (await portraitOf(first, 'Ada Lune')).slice('/media/'.length),
      ])
      const vectors = await openVectors(site)
      expect(vectors.kind === 'pgvector').toBe(kind === 'pgvector')
      expect((await vectors.found()).toSorted()).toEqual(['Other Coat', 'Own Coat'])

      const admin = await signedIn(first, { admin: true })
      const { data: removed } = await admin.api('POST /api/admin/takedowns', {
        body: { address: OWN, reason: 'It was not licensed.' },
      })
      expect(removed.doneAt).not.toBeNull()
      expect(keys('variants/')).toEqual(others)
      expect(keys('celebrities/')).toEqual([])
      expect(keys('looks/')).toEqual([])
      const [hidden = ''] = keys('removed/')
      expect(hidden).toContain('looks/own.jpg')
      for (const server of servers)
        await vi.waitFor(async () => {
          expect(await show(server, OWN)).toEqual([410, 410, 410])
          expect((await server.request(OWN)).status).toBe(410)
          expect((await server.request(`/media/${hidden}`)).status).toBe(404)
          expect(await show(server, OTHER)).toEqual([200, 200, 200])
        }, 20_000)
      await vi.waitFor(async () => expect(await vectors.found()).toEqual(['Other Coat']), 20_000)

      await first.pool.query('DELETE FROM jobs')
      await admin.api('POST /api/admin/takedowns/:id/restore', {
        params: { id: removed.id },
        body: { reason: 'The counter-notice holds.' },
      })
      expect(keys('removed/')).toEqual([])
      expect(s3.files.get('looks/own.jpg')).toEqual(original)
      for (const server of servers)
        await vi.waitFor(
          async () => expect(await show(server, OWN)).toEqual([200, 200, 200]),
          20_000,
        )
      // Its vector is made again.
      expect((await first.pool.query('SELECT FROM jobs')).rowCount).toBe(1)

      const command = commandOn(site, first)
      const again = await command.remove({
        address: OWN,
        reason: 'It was not licensed.',
        noticeId: null,
        actor: null,
        origin: 'https://wear.example',
      })
      await vi.waitFor(() => expect(keys('looks/')).toEqual([]), 20_000)
      await command.restore(again.id, { actor: null, reason: 'The counter-notice holds.' })
      await vi.waitFor(() => {
        expect(keys('removed/')).toEqual([])
        expect(s3.files.get('looks/own.jpg')).toEqual(original)
      }, 20_000)
    },
    SLOW_MS,
  )
})
