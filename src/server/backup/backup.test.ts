import { mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { parseEnv } from '#server/core/env.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createFileStorage } from '#server/core/storage/file-storage.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { contentsOf, schemaOf } from '#tests/support/database-contents.ts'
import { emptyDatabase, testDatabase } from '#tests/support/database.ts'
import { takeSample } from '#tests/support/length.ts'
import { startLoopbackS3, S3_CREDENTIALS } from '#tests/support/loopback-s3.ts'
import { insertPerson } from '#tests/support/people.ts'
import { TEST_SECRET } from '#tests/support/test-app.ts'
import { makeBackup } from './make-backup.ts'
import { type Manifest, createManifest, createSeal } from './format.ts'
import {
  keepDailyAndWeekly,
  keepNewest,
  openBackupSource,
  openBackupTarget,
  pruneBackups,
} from './backup-target.ts'
import { restoreBackup } from './restore-backup.ts'

/** Each restore makes a whole schema. */
const SLOW = { timeout: 120_000 }
const PASSPHRASE = 'a passphrase for tests'
const NOW = new Date('2026-03-04T05:06:07Z')
const NAME = 'wearabouts-20260304t050607z'

let root: string
let source: Database
let pictures: Storage
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'wearabouts-backup-'))
  source = await testDatabase()
  pictures = createFileStorage(join(root, 'media'))
  const rows = Array.from({ length: 60 }, (_, index) =>
    catalogRow({
      name: `Coat ${index}\t"quoted"\\ and ünïcode 🧥`,
      website: `https://a.example/${index}`,
    }),
  )
  await importRows(source.pool, rows)
  const { uid } = await insertPerson(source.pool, TEST_SECRET, { invited: true })
  // What users, creators and administrators made of the catalogue.
  await source.pool.query(
    `INSERT INTO boards (user_id, title, share_token) VALUES ('${uid}', 'Autumn', 'token');
    INSERT INTO board_items (board_id, product_id, place, note)
      SELECT board.id, product.id, 1, 'in M' FROM boards board, catalog.products product;
    INSERT INTO follows (user_id, person_id) SELECT '${uid}', id FROM catalog.people;
    INSERT INTO following_visits (user_id, seen_at) VALUES ('${uid}', now());
    INSERT INTO creators (user_id, name, display_name) VALUES ('${uid}', 'ada', 'Ada');
    INSERT INTO creator_looks (user_id, look_id, place) SELECT '${uid}', id, 1 FROM catalog.looks;
    INSERT INTO affiliate_rules (host, kind, name, value) VALUES ('a.example', 'parameter', 'a', 'b');
    INSERT INTO catalog.topics (kind, name, name_key) VALUES ('show', 'Łódź', 'lodz');
    UPDATE catalog.looks SET topics = ARRAY(SELECT id FROM catalog.topics), season = 2;
    INSERT INTO search_words VALUES ('kecks', 'trousers');
    INSERT INTO search_pins (query, product_key) SELECT 'kecks', product_key FROM catalog.products;
    INSERT INTO search_misses VALUES (current_date, 'kecks', '', 1);
    INSERT INTO search_hits VALUES (current_date, 'dress', 1);
    INSERT INTO shop_clicks (day, product_id, clicks) SELECT current_date, id, 2 FROM catalog.products;
    INSERT INTO look_views (day, look_id, views) SELECT current_date, id, 3 FROM catalog.looks;
    INSERT INTO trending_looks (taken_at, look_id, views) SELECT now(), id, 3 FROM catalog.looks`,
  )
  // Large enough for several parts.
  await source.pool.query(
    `INSERT INTO audit_log (event, subject)
     SELECT 'role-changed', md5(one::text) FROM generate_series(1, 2000) one`,
  )
  const kept = ['uploads/a.jpg', 'celebrities/b.webp', 'c.png', 'removed/1/looks/d.jpg']
  const notKept = ['variants/made-again.avif', 'crops/sent.jpg', 'checks/probe']
  for (const key of [...kept, ...notKept])
    await pictures.put(key, Buffer.from(`the bytes of ${key}`), 'image/jpeg')
}, SLOW.timeout)
afterAll(async () => {
  await source.close()
  await rm(root, { recursive: true, force: true })
})

const env = (more: Record<string, string> = {}) => parseEnv({ DATA_DIR: root, ...more })
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'target-'))
})

const backUp = (passphrase?: string, changed: Partial<Parameters<typeof makeBackup>[0]> = {}) =>
  makeBackup({
    pool: source.maintenance,
    pictures,
    secrets: { AUTH_SECRET: TEST_SECRET },
    target: openBackupTarget(folder, env(), passphrase),
    passphrase,
    now: NOW,
    partBytes: 20_000,
    ...changed,
  })

/** Into a database and a folder of its own. */
const target = async (open = emptyDatabase) => {
  const database = await open()
  onTestFinished(() => database.close())
  const storage = createFileStorage(await mkdtemp(join(root, 'restored-')))
  // A restore refuses while other sessions are open, so tests use the same one.
  const pool = database.maintenance
  const restore = async (from = folder, passphrase?: string, force = false) =>
    restoreBackup({
      source: await openBackupSource(from, env()),
      pool: database.maintenance,
      pictures: storage,
      passphrase,
      force,
    })
  return { database, pool, storage, restore }
}

const keysOf = async (storage: Storage) => {
  const keys: string[] = []
  for await (const key of storage.list('')) keys.push(key)
  return keys.sort()
}

describe('a restored copy', SLOW, () => {
  test.each(['Monday’s copy', 'wearabouts-20200101t000000z'])(
    'comes from a folder that was renamed to %s',
    async (renamed) => {
      const { name } = await backUp()
      await rename(join(folder, name), join(folder, renamed))
      const { pool, storage, restore } = await target()
      expect((await restore(join(folder, renamed))).manifest.madeAt).toBe(NOW.toISOString())
      expect(await contentsOf(pool)).toEqual(await contentsOf(source.pool))
      expect(await keysOf(storage)).not.toEqual([])
    },
  )

  test('equals the original by counts and hashes, with its schema, pictures and secrets', async () => {
    const { manifest } = await backUp()
    expect(manifest.tables.find(({ name }) => name === 'audit_log')?.parts.length).toBeGreaterThan(
      1,
    )
    const { pool, storage, restore } = await target()
    const { secrets } = await restore()
    expect(secrets).toEqual({ AUTH_SECRET: TEST_SECRET })
    const contents = await contentsOf(source.pool)
    expect(contents['catalog.products']).toMatch(/^60 /)
    expect(await contentsOf(pool)).toEqual(contents)
    expect(await schemaOf(pool)).toEqual(await schemaOf(source.pool))
    expect(await keysOf(storage)).toEqual([
      'c.png',
      'celebrities/b.webp',
      'removed/1/looks/d.jpg',
      'uploads/a.jpg',
    ])
    expect((await storage.get('uploads/a.jpg'))?.body.toString()).toBe('the bytes of uploads/a.jpg')
    // Triggers and identities work again.
    await importRows(pool, [catalogRow({ name: 'One more' })])
    await insertPerson(pool, TEST_SECRET)
  })

  test('does not count as copied to a search database, which may be newer', async () => {
    await source.pool.query('INSERT INTO search.destination (filled_at) VALUES (now())')
    onTestFinished(async () => {
      await source.pool.query('DELETE FROM search.destination')
    })
    await backUp()
    const { pool, restore } = await target()
    await restore()
    expect((await pool.query('SELECT FROM search.destination')).rowCount).toBe(0)
  })

  test('from a bucket is of one moment, although others wrote meanwhile, with encrypted secrets', async () => {
    const s3 = await startLoopbackS3('backups')
    onTestFinished(() => s3.close())
    vi.stubEnv('AWS_ACCESS_KEY_ID', S3_CREDENTIALS.accessKeyId)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', S3_CREDENTIALS.secretAccessKey)
    const settings = env({ S3_ENDPOINT: s3.url })
    const url = 's3://backups/site'
    expect(() => openBackupTarget(url, settings, undefined)).toThrow('Set BACKUP_PASSPHRASE')
    const backupTarget = openBackupTarget(url, settings, PASSPHRASE)
    const before = await contentsOf(source.pool)
    let late: string | undefined
    const put: Storage['put'] = async (...file) => {
      // Accounts come before users, so without a snapshot only the user would be copied.
      if (late === undefined && file[0].includes('/public.accounts')) {
        late = ''
        late = (await insertPerson(source.pool, TEST_SECRET)).uid
      }
      await backupTarget.storage.put(...file)
    }
    await makeBackup({
      pool: source.maintenance,
      pictures,
      secrets: { AUTH_SECRET: TEST_SECRET },
      target: { ...backupTarget, storage: { ...backupTarget.storage, put } },
      passphrase: PASSPHRASE,
      now: NOW,
    })
    await source.pool.query('DELETE FROM users WHERE id = $1', [late])
    expect(late).toBeTruthy()
    expect(Buffer.concat([...s3.files.values()]).includes(TEST_SECRET)).toBe(false)
    const { pool } = await target()
    const { secrets } = await restoreBackup({
      source: await openBackupSource(url, settings),
      pool,
      pictures: createFileStorage(await mkdtemp(join(root, 'restored-'))),
      passphrase: PASSPHRASE,
      force: false,
    })
    expect(secrets.AUTH_SECRET).toBe(TEST_SECRET)
    expect(await contentsOf(pool)).toEqual(before)
  })
})

describe('a backup', SLOW, () => {
  test('can be read only by its owner, and is not made twice', async () => {
    await backUp()
    const inside = await readdir(join(folder, NAME), { recursive: true })
    expect(inside).toEqual(expect.arrayContaining(['secrets.json', 'tables', 'pictures']))
    for (const path of ['', ...inside]) {
      const { mode } = await stat(join(folder, NAME, path))
      expect(mode & 0o077, path).toBe(0)
    }
    await expect(backUp()).rejects.toThrow('exists already')
  })

  test.each([
    ['a table', '/tables/catalog.products'],
    ['a picture', '/pictures/uploads/a.jpg'],
    ['the file of secrets', '/secrets.json'],
  ])('does not count if %s is not stored as it was written', async (_, part) => {
    const backupTarget = openBackupTarget(folder, env(), undefined)
    const put: Storage['put'] = (key, body, type) =>
      backupTarget.storage.put(key, key.includes(part) ? body.subarray(0, -1) : body, type)
    const made = makeBackup({
      pool: source.maintenance,
      pictures,
      secrets: { AUTH_SECRET: TEST_SECRET },
      target: { ...backupTarget, storage: { ...backupTarget.storage, put } },
      passphrase: undefined,
      now: NOW,
    })
    await expect(made).rejects.toThrow('is not what was written')
    await expect(openBackupSource(folder, env())).rejects.toThrow('There is no finished backup')
  })

  test('is refused before anything changes if it is damaged, incomplete or changed', async () => {
    await backUp(PASSPHRASE)
    const { pool, storage, restore } = await target(testDatabase)
    await insertPerson(pool, TEST_SECRET)
    const before = await contentsOf(pool)
    const tables = await readdir(join(folder, NAME, 'tables'))
    const table = tables.find((name) => name.startsWith('catalog.products')) ?? ''
    const damages: ((path: string, body: Buffer) => Promise<void>)[] = [
      (path) => rm(path),
      (path, body) => truncate(path, body.length - 5),
      (path, body) => writeFile(path, Buffer.concat([body.subarray(0, -1), Buffer.from('!')])),
    ]
    const everyWay = ['manifest.json', 'secrets.json', `tables/${table}`].flatMap((path) =>
      damages.map((damage) => ({ path, damage })),
    )
    // Whichever is read first, none may be put back before the others are known to be whole.
    const pictureKeys = ['c.png', 'celebrities/b.webp', 'uploads/a.jpg']
    const eachPicture = pictureKeys.map((key, place) => ({
      path: `pictures/${key}`,
      damage: damages[place],
    }))
    for (const { path, damage } of [...takeSample(everyWay, 5), ...eachPicture]) {
      const whole = join(folder, NAME, path)
      const body = await readFile(whole)
      await damage?.(whole, body)
      await expect(restore(join(folder, NAME), PASSPHRASE, true), path).rejects.toThrow(
        /damaged|incomplete|changed|not a finished backup/,
      )
      await writeFile(whole, body)
    }
    await expect(restore(folder, 'another passphrase', true)).rejects.toThrow('BACKUP_PASSPHRASE')
    await expect(restore(folder, undefined, true)).rejects.toThrow('BACKUP_PASSPHRASE')
    const forged = join(folder, NAME, 'manifest.json')
    const { seal, format, ...manifest } = JSON.parse(await readFile(forged, 'utf8')) as Manifest
    await writeFile(forged, JSON.stringify({ ...manifest, seal, format, madeAt: 'another time' }))
    await expect(restore(folder, PASSPHRASE, true)).rejects.toThrow('was changed')
    // As somebody with the passphrase could write it.
    const sealed = (content: typeof manifest) =>
      writeFile(forged, createManifest(content, createSeal(PASSPHRASE)))
    const [first, ...others] = manifest.tables
    if (!first) throw new Error('The backup has no tables')
    await sealed({ ...manifest, tables: [{ ...first, rows: first.rows + 1 }, ...others] })
    await expect(restore(folder, PASSPHRASE, true)).rejects.toThrow('rows instead of')
    await sealed({ ...manifest, secrets: { ...manifest.secrets, key: 'elsewhere/secrets.json' } })
    await expect(restore(folder, PASSPHRASE, true)).rejects.toThrow('is not a part of')
    expect(await contentsOf(pool)).toEqual(before)
    expect(await keysOf(storage)).toEqual([])
  })

  test('replaces data only with --force, without servers, and as a whole', async () => {
    await backUp()
    const { database, pool, storage, restore } = await target(testDatabase)
    await insertPerson(pool, TEST_SECRET)
    await storage.put('uploads/old.jpg', Buffer.from('old'), 'image/jpeg')
    const before = await contentsOf(pool)
    await expect(restore()).rejects.toThrow('There is data already')

    const server = await database.pool.connect()
    try {
      await expect(restore(folder, undefined, true)).rejects.toThrow('stop the servers')
    } finally {
      server.release(true)
    }
    const sessions = async () => {
      const { rows } = await pool.query<{ count: number }>(
        `SELECT count(*)::int FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend'`,
      )
      return rows[0]?.count
    }
    await vi.waitUntil(async () => (await sessions()) === 1, { timeout: 20_000 })
    const full = { ...storage, put: () => Promise.reject(new Error('The disk is full')) }
    const opened = await openBackupSource(folder, env())
    const forced = { source: opened, pool, passphrase: undefined, force: true }
    await expect(restoreBackup({ ...forced, pictures: full })).rejects.toThrow('The disk is full')
    expect(await contentsOf(pool)).toEqual(before)

    await restore(folder, undefined, true)
    expect(await contentsOf(pool)).toEqual(await contentsOf(source.pool))
    expect(await keysOf(storage)).not.toContain('uploads/old.jpg')
  })

  describe('whose rows refer to pictures', () => {
    const PICTURES = Array.from({ length: 145 }, (_, index) => `uploads/${1_000 + index}.jpg`)
    const LOOK = 'looks/of-the-operator.jpg'
    beforeEach(async () => {
      const { uid } = await insertPerson(source.pool, TEST_SECRET)
      await source.pool.query(
        `INSERT INTO uploads (key, user_id, bytes, created_at)
         SELECT key, $1, 1, now() - interval '1 day' FROM unnest($2::text[]) AS given(key)`,
        [uid, PICTURES],
      )
      await importRows(source.pool, [catalogRow({ celebrity_image: `/media/${LOOK}` })])
      for (const key of [...PICTURES, LOOK])
        await pictures.put(key, Buffer.from(`the bytes of ${key}`), 'image/jpeg')
    })
    afterEach(async () => {
      await source.pool.query('DELETE FROM uploads')
      for (const key of [...PICTURES, LOOK]) await pictures.delete(key)
      await source.pool.query(
        `DELETE FROM catalog.worn_items USING catalog.looks
         WHERE looks.id = look_id AND url = $1`,
        [`/media/${LOOK}`],
      )
      await source.pool.query('DELETE FROM catalog.looks WHERE url = $1', [`/media/${LOOK}`])
    })

    test('has all of them, even if the storage forgets to list some', async () => {
      const forgetful: Storage = {
        ...pictures,
        list: async function* (prefix) {
          for await (const key of pictures.list(prefix)) if (!PICTURES.includes(key)) yield key
        },
      }
      for (const from of [pictures, forgetful]) {
        folder = await mkdtemp(join(root, 'target-'))
        const { manifest } = await backUp(undefined, { pictures: from })
        expect(manifest.pictures.count).toBe(4 + PICTURES.length + 1)
      }
    })

    test('does not count if one is not in the storage, until its loss is accepted', async () => {
      await pictures.delete(PICTURES[0] ?? '')
      await pictures.delete(LOOK)
      await expect(backUp()).rejects.toThrow(
        /^2 pictures that the database refers to are not in the storage, such as looks\/of-the-operator\.jpg, uploads\/1000\.jpg\./,
      )
      await expect(openBackupSource(folder, env())).rejects.toThrow('There is no finished backup')
      const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
      await backUp(undefined, { acceptMissing: true, now: later(1) })
      // The next one need not be told again, but of other losses.
      const { manifest } = await backUp(undefined, { now: later(2) })
      expect(manifest.pictures.missing).toEqual([LOOK, PICTURES[0]])
      await pictures.delete(PICTURES[1] ?? '')
      await expect(backUp(undefined, { now: later(3) })).rejects.toThrow(/^1 pictures/)
    })

    test('counts if one was deleted with its row meanwhile, or is being uploaded', async () => {
      const [deleted = '', arriving = ''] = PICTURES
      await pictures.delete(arriving)
      await source.pool.query('UPDATE uploads SET created_at = now() WHERE key = $1', [arriving])
      const deleting: Storage = {
        ...pictures,
        list: async function* (prefix) {
          await source.pool.query('UPDATE uploads SET user_id = NULL WHERE key = $1', [deleted])
          await pictures.delete(deleted)
          yield* pictures.list(prefix)
        },
      }
      const { manifest } = await backUp(undefined, { pictures: deleting })
      expect(manifest.pictures).toMatchObject({ count: 4 + PICTURES.length - 1, missing: [] })
    })
  })

  test('of a newer version is refused', async () => {
    await source.pool.query(
      "INSERT INTO schema_migrations (name, checksum) VALUES ('9999-future.sql', 'x')",
    )
    onTestFinished(async () => {
      await source.pool.query("DELETE FROM schema_migrations WHERE name = '9999-future.sql'")
    })
    await backUp()
    const { restore } = await target()
    await expect(restore()).rejects.toThrow('made by another version')
  })

  test('must not be inside the pictures', () => {
    expect(() => openBackupTarget(join(root, 'media', 'x'), env(), undefined)).toThrow(
      'contain itself',
    )
    const shared = env({ STORAGE_URL: 's3://b/site', S3_ENDPOINT: 'http://127.0.0.1:9' })
    expect(() => openBackupTarget('s3://b/site/backups', shared, PASSPHRASE)).toThrow(
      'contain itself',
    )
  })
})

test('--keep removes the oldest finished backups and what was never finished', async () => {
  const backupTarget = openBackupTarget(folder, env(), undefined)
  const days = [1, 2, 3, 4]
  for (const day of days) {
    const name = `wearabouts-2026010${day}t000000z`
    if (day !== 2) await backupTarget.storage.put(`${name}/manifest.json`, Buffer.from('{}'), 'x/y')
    await backupTarget.storage.put(`${name}/tables/a.gz`, Buffer.from('x'), 'x/y')
  }
  // One that is being made.
  await backupTarget.storage.put('wearabouts-20260304t040000z/tables/a.gz', Buffer.from('x'), 'x/y')
  await writeFile(join(folder, 'mine.txt'), 'not a backup')
  const removed = await pruneBackups(backupTarget, keepNewest(2), NOW)
  expect(removed).toEqual(['wearabouts-20260101t000000z', 'wearabouts-20260102t000000z'])
  expect((await readdir(folder)).sort()).toEqual([
    'mine.txt',
    'wearabouts-20260103t000000z',
    'wearabouts-20260104t000000z',
    'wearabouts-20260304t040000z',
  ])
})

test('scheduled backups keep the newest, and one of each day and week', () => {
  const name = (day: number, hour: number) =>
    `wearabouts-${new Date(Date.UTC(2026, 0, day, hour))
      .toISOString()
      .replaceAll(/[-:]|\.000/g, '')
      .toLowerCase()}`
  const finished = Array.from({ length: 60 }, (_, day) => [
    name(day + 1, 1),
    name(day + 1, 13),
  ]).flat()
  const kept = [...new Set(keepDailyAndWeekly(finished))].sort()
  // Sixty days from 1 January end on 1 March; weeks begin on Thursdays, like 1970 did.
  expect(kept).toEqual([
    name(42, 13),
    name(49, 13),
    ...[54, 55, 56, 57, 58, 59].map((day) => name(day, 13)),
    name(60, 1),
    name(60, 13),
  ])
  expect(keepDailyAndWeekly(finished.slice(0, 1))).toContain(finished[0])
  expect(keepDailyAndWeekly([])).toEqual([])
})

test('scheduled backups keep none that is 30 days older than the newest', () => {
  const finished = ['20260101', '20260125', '20260224'].map((day) => `wearabouts-${day}t010000z`)
  expect(new Set(keepDailyAndWeekly(finished))).toEqual(new Set(finished.slice(2)))
  expect(new Set(keepDailyAndWeekly(finished.slice(0, 2)))).toEqual(new Set(finished.slice(0, 2)))
})
