import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { parseEnv, SettingsError } from '#server/core/env.ts'
import { createFileStorage } from '#server/core/storage/file-storage.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import { testDatabase } from '#tests/support/database.ts'
import { insertPerson } from '#tests/support/people.ts'
import { TEST_SECRET } from '#tests/support/test-app.ts'
import { createScheduledBackups } from './scheduled-backups.ts'

const SLOW = { timeout: 60_000 }

let clock = Date.parse('2026-03-04T05:06:07Z')
let root: string
let folder: string
let database: Database
let pictures: Storage
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'wearabouts-schedule-'))
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'backups-'))
  pictures = createFileStorage(await mkdtemp(join(root, 'media-')))
  await database.pool.query('TRUNCATE backup_runs, uploads')
})

const server = (changed: { pictures?: Storage; env?: Record<string, string> } = {}) =>
  createScheduledBackups({
    pool: database.maintenance,
    pictures: changed.pictures ?? pictures,
    secrets: { AUTH_SECRET: TEST_SECRET },
    env: parseEnv({
      DATA_DIR: join(root, 'data'),
      BACKUP_EVERY: '24h',
      BACKUP_TO: folder,
      ...changed.env,
    }),
    log: pino({ level: 'silent' }),
    // Backups of the same second would have the same name.
    now: () => new Date((clock += 1_000)),
  })

const made = () => readdir(folder)
/** As if what was recorded had happened that much earlier. */
const wait = (time: string) =>
  database.pool.query(
    `UPDATE backup_runs SET started_at = started_at - $1::interval, ended_at = ended_at - $1::interval`,
    [time],
  )

describe('scheduled backups', SLOW, () => {
  test('are made by one of several servers, and not again before the time has passed', async () => {
    const servers = [server(), server(), server()]
    expect(await servers[0]?.status()).toEqual({ at: null, problem: null, failures: 0 })
    await Promise.all(servers.map(({ runIfDue }) => runIfDue()))
    const [first = ''] = await made()
    expect(await made()).toHaveLength(1)
    expect(await readdir(join(folder, first))).toContain('manifest.json')
    const { at, problem } = (await servers[1]?.status()) ?? {}
    expect(Date.now() - (at?.getTime() ?? 0)).toBeLessThan(60_000)
    expect(problem).toBeNull()

    await wait('23 hours 59 minutes')
    await servers[2]?.runIfDue()
    expect(await made()).toHaveLength(1)
    await wait('2 minutes')
    await servers[2]?.runIfDue()
    expect(await made()).toHaveLength(2)
  })

  test('that fail are counted with their reason, and tried again after an hour', async () => {
    const { uid } = await insertPerson(database.pool, TEST_SECRET)
    await database.pool.query(
      `INSERT INTO uploads (key, user_id, bytes, created_at)
       VALUES ('uploads/lost.jpg', $1, 1, now() - interval '1 day')`,
      [uid],
    )
    const { runIfDue, status } = server()
    await runIfDue()
    await runIfDue()
    expect(await status()).toEqual({
      at: null,
      problem: expect.stringMatching(/^1 pictures .*uploads\/lost\.jpg/),
      failures: 1,
    })
    await wait('61 minutes')
    await runIfDue()
    expect(await status()).toMatchObject({ at: null, failures: 2 })
    await wait('61 minutes')
    await pictures.put('uploads/lost.jpg', Buffer.from('found'), 'image/jpeg')
    await runIfDue()
    expect(await status()).toEqual({ at: expect.any(Date), problem: null, failures: 2 })
  })

  test('that a stop interrupts are made by the next server at once', async () => {
    const stopped = server({
      pictures: {
        ...pictures,
        list: async function* (prefix) {
          stopped.close()
          yield 'uploads/any.jpg'
          yield* pictures.list(prefix)
        },
      },
    })
    await stopped.runIfDue()
    expect(await stopped.status()).toEqual({ at: null, problem: null, failures: 0 })
    const next = server()
    await next.runIfDue()
    expect(await next.status()).toMatchObject({ at: expect.any(Date), problem: null })
  })

  test('that are old are removed', async () => {
    const old = createFileStorage(folder)
    for (const day of ['0101', '0220', '0221', '0222', '0223', '0224', '0225', '0226', '0227'])
      await old.put(`wearabouts-2026${day}t010000z/manifest.json`, Buffer.from('{}'), 'x/y')
    await server().runIfDue()
    const names = await made()
    expect(names).toEqual([
      ...['22', '23', '24', '25', '26', '27'].map((day) => `wearabouts-202602${day}t010000z`),
      expect.stringContaining('wearabouts-20260304'),
    ])
  })

  test('without the setting do nothing', async () => {
    await server({ env: { BACKUP_EVERY: '', BACKUP_TO: '' } }).runIfDue()
    expect(await made()).toEqual([])
  })

  test('to a place where nothing can be written end the start with its name', async () => {
    const file = join(root, 'file')
    await writeFile(file, '')
    for (const place of [file, join(file, 'below')]) {
      const started = server({ env: { BACKUP_TO: place } }).verify()
      await expect(started).rejects.toBeInstanceOf(SettingsError)
      await expect(started).rejects.toThrow(
        `BACKUP_TO cannot be used. ${place} must be a folder that can be written to (E`,
      )
    }
    await server({ env: { BACKUP_TO: join(root, 'new', 'backups') } }).verify()
  })

  test.each([
    ['a bucket without a passphrase', { BACKUP_TO: 's3://bucket' }, 'Set BACKUP_PASSPHRASE'],
    ['no place', { BACKUP_TO: '' }, 'BACKUP_TO is missing'],
    ['a time that is too short', { BACKUP_EVERY: '5m' }, 'BACKUP_EVERY must be a time'],
  ])('with %s end the start', (_, env, message) => {
    expect(() => server({ env })).toThrow(message)
  })
})
