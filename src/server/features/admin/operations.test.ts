import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { formatTaskTitle } from '#shared/domain/admin-tasks.ts'
import { signedIn, type SignedIn } from '#tests/support/callers.ts'
import { startLoopbackSmtp } from '#tests/support/loopback-smtp.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const TOKEN = 'a token for the metrics of tests'

let smtp: Awaited<ReturnType<typeof startLoopbackSmtp>>
let server: TestApp
let other: TestApp
let admin: SignedIn
beforeAll(async () => {
  smtp = await startLoopbackSmtp()
  const env = { SMTP_URL: smtp.url, METRICS_TOKEN: TOKEN }
  server = await startTestApp({ env })
  other = await startTestApp({ env, database: server.database })
})
afterAll(async () => {
  await other.close()
  await server.close()
  smtp.close()
})
beforeEach(async () => {
  smtp.received.length = 0
  smtp.refuse(false)
  const { pool } = server
  for (const table of ['notices', 'invite_requests', 'jobs', 'health_samples', 'rate_limits'])
    await pool.query(`DELETE FROM ${table}`)
  await pool.query('DELETE FROM catalog.feeds')
  await pool.query('DELETE FROM users')
  await pool.query("UPDATE admin_mails SET sent_at = '-infinity', content = ''")
  await pool.query('UPDATE mail_state SET sent_at = NULL, failed_at = NULL, reason = NULL')
  admin = await signedIn(server, { admin: true, name: 'Ada Admin', email: 'ada@example.org' })
})

const overview = async () => (await admin.api('GET /api/admin/overview')).data
/** Without the steps before the launch, which a new site always has. */
const tasks = async () => (await overview()).tasks.filter(({ kind }) => kind !== 'checklist')
const addNotice = (kind = 'copyright') =>
  server.pool.query(
    `INSERT INTO notices (reference, kind, address, explanation)
     VALUES (gen_random_uuid()::text, $1, 'https://wear.example/product/1', 'Mine.')`,
    [kind],
  )
const addFeed = (outcome: string, reason: string | null) =>
  server.pool.query(
    `WITH shop AS (INSERT INTO catalog.shops (name) VALUES ('Linen & Co') RETURNING id),
       feed AS (INSERT INTO catalog.feeds (shop_id, name, source)
         SELECT id, 'Linen & Co', 'https://linen.example/feed.xml' FROM shop RETURNING shop_id)
     INSERT INTO catalog.feed_runs (shop_id, started_at, outcome, reason, items, added, changed,
       unavailable, skipped, problems)
     SELECT shop_id, now() - interval '2 hours', $1, $2, 0, 0, 0, 0, 0, '[]' FROM feed`,
    [outcome, reason],
  )
const addSample = (name: string, minutesAgo: number, changes = '') =>
  server.pool.query(
    `INSERT INTO health_samples (server, at, requests, failures, refused, scans, lag_ms, memory_mb,
       connections, waiting, version, disk_free_bytes, disk_size_bytes, is_stopped)
     SELECT $1, date_trunc('minute', now()) - $2 * interval '1 min', 1, 0, 0, 0, 1, 200, 1, 0, '1.0.0',
       CASE WHEN $3 = 'full' THEN 100000000 ELSE 50000000000 END, 80000000000, $3 = 'stopped'`,
    [name, minutesAgo, changes],
  )

describe('the list of things to do', () => {
  test('is empty while nothing waits', async () => {
    expect(await tasks()).toEqual([])
  })

  test('has notices, requests, failed feeds and failed jobs, each with its reason', async () => {
    await addNotice()
    await server.pool.query(
      "INSERT INTO invite_requests (email, message) VALUES ('mira@example.org', 'Please')",
    )
    await addFeed('failed', 'The shop did not answer.')
    await server.pool.query(
      "INSERT INTO jobs (queue, key, attempts, failed_at) VALUES ('trial', '1', 5, now())",
    )
    expect(
      (await tasks()).map((task) => [formatTaskTitle(task), task.detail, task.isSerious]),
    ).toEqual([
      ['1 notice to decide', null, false],
      ['1 feed failed', 'Linen & Co: The shop did not answer.', false],
      ['1 background job failed', null, false],
      ['1 request for an invitation', null, false],
    ])
    await addNotice('child-abuse')
    expect((await tasks())[0]).toMatchObject({ kind: 'notices', count: 2, isSerious: true })
  })

  test('has searches without results until they are answered, and the steps before the launch', async () => {
    await server.pool.query(
      `INSERT INTO search_misses (day, query, read_as, searches) VALUES
        (current_date, 'шуба', '', 3), (current_date - 1, 'шуба', '', 1),
        (current_date, 'drses', 'dress', 9), (current_date, '红毯', '', 1)`,
    )
    const titles = async () => (await overview()).tasks.map(formatTaskTitle)
    expect(await titles()).toEqual(['2 searches found nothing', '4 steps left before you launch'])
    await server.pool.query(`INSERT INTO search_words (word, meaning) VALUES ('шуба', 'fur coat')`)
    expect((await titles())[0]).toBe('1 search found nothing')
    await server.pool.query('TRUNCATE search_words, search_misses')
    await server.pool.query(`UPDATE site_settings SET name = 'Łódź Looks'`)
    expect(await titles()).toEqual(['3 steps left before you launch'])
    await server.pool.query('UPDATE site_settings SET name = NULL')
    await server.admin.operations.emailAdmins()
    expect(smtp.received).toEqual([])
  })

  test('has takedowns that fail, until they are complete', async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `INSERT INTO takedowns (kind, subject, title, reason, failed_at, failure)
       VALUES ('look', '/media/looks/1.jpg', 'Øre', 'Mine.', now(), 'The disk is full') RETURNING id`,
    )
    expect(
      (await tasks()).map((task) => [formatTaskTitle(task), task.detail, task.isSerious]),
    ).toEqual([['1 removal not complete', 'Øre: The disk is full', true]])
    await server.moderation.takedown.applyPending()
    expect(await tasks()).toEqual([])
    await server.pool.query('DELETE FROM takedowns WHERE id = $1', [rows[0]?.id])
  })

  test('has servers that ended without being asked to, and full disks', async () => {
    await addSample('web-1', 0)
    await addSample('web-2', 30)
    await addSample('web-3', 30, 'stopped')
    await addSample('web-4', 1, 'full')
    const { servers } = await overview()
    expect(servers.map(({ name, state }) => [name, state])).toEqual([
      ['web-1', 'running'],
      ['web-2', 'down'],
      ['web-3', 'stopped'],
      ['web-4', 'running'],
    ])
    expect(await tasks()).toMatchObject([
      { kind: 'servers', count: 1, detail: 'web-2', isSerious: true },
      { kind: 'disk', count: 1, detail: 'web-4', isSerious: true },
    ])
  })

  test('does not count a server as down that was asked to stop and starts again', async () => {
    await server.admin.health.recordSample('web-1')
    await server.admin.health.noteStopped('web-1')
    expect((await overview()).servers).toMatchObject([{ name: 'web-1', state: 'stopped' }])
    await server.admin.health.recordSample('web-1')
    expect((await overview()).servers).toMatchObject([
      { name: 'web-1', state: 'running', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    ])
  })
})

test('the overview knows version, database, storage, mail and workers', async () => {
  expect(await overview()).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    ready: { status: 'ok' },
    database: { version: expect.stringMatching(/^\d+/), isEmbedded: true },
    storage: { isShared: false, problem: null },
    vision: { separate: 0 },
    mail: { problem: null, sentAt: null },
    backup: { at: null },
  })
})

test('a backup that failed is a serious task, with its reason', async () => {
  await server.pool.query('DELETE FROM backup_runs')
  await server.pool.query(
    `INSERT INTO backup_runs (started_at, ended_at, problem)
     VALUES (now() - interval '3 days', now() - interval '3 days', NULL),
       (now(), now(), 'The disk is full.')`,
  )
  const { backup } = await overview()
  expect(await tasks()).toMatchObject([
    { kind: 'backup', detail: 'The disk is full.', isSerious: true },
  ])
  expect(backup).toMatchObject({ at: expect.any(String), problem: 'The disk is full.' })
  await server.pool.query('DELETE FROM backup_runs')
})

describe('a test mail', () => {
  const send = () => admin.api('POST /api/admin/test-mail')

  test('goes to the administrator, is noted, and is limited', async () => {
    expect((await send()).data).toEqual({ to: 'ada@example.org' })
    expect(smtp.received.map(({ to }) => to)).toEqual([['ada@example.org']])
    expect((await overview()).mail).toMatchObject({ sentAt: expect.any(String), problem: null })
    const { entries } = (await admin.api('GET /api/admin/audit', { query: {} })).data
    expect(entries[0]).toMatchObject({ event: 'test-mail-sent', subject: 'ada@example.org' })
    for (let sent = 1; sent < RATE_LIMITS.testMails.calls; sent += 1) await send()
    await expect(send()).rejects.toMatchObject({ status: 429 })
  })

  test('that fails is shown on every server with a reason a person understands', async () => {
    const dead = await startLoopbackSmtp()
    dead.close()
    const failing = await startTestApp({
      env: { SMTP_URL: dead.url },
      database: server.database,
    })
    const same = await signedIn(failing, { admin: true })
    await expect(same.api('POST /api/admin/test-mail')).rejects.toMatchObject({ status: 502 })
    await failing.close()
    const problem = 'The mail server could not be reached.'
    expect((await overview()).mail).toMatchObject({ problem })
    expect(await tasks()).toMatchObject([{ kind: 'mail', detail: problem, isSerious: true }])
  })

  test('to an address that the mail server does not know is no problem of the mail server', async () => {
    smtp.refuse(true)
    await expect(send()).rejects.toMatchObject({ status: 502 })
    expect((await overview()).mail).toMatchObject({ problem: null })
  })
})

describe('the email to administrators', () => {
  const tellFromBoth = () =>
    Promise.all([server.admin.operations.emailAdmins(), other.admin.operations.emailAdmins()])
  const ageMails = (hours: number) =>
    server.pool.query("UPDATE admin_mails SET sent_at = sent_at - $1 * interval '1 hour'", [hours])

  test('is one digest a day, whichever server sends it', async () => {
    await signedIn(server, { name: 'Bo', email: 'bo@example.org' })
    await addNotice()
    await tellFromBoth()
    await tellFromBoth()
    expect(smtp.received.map(({ to }) => to)).toEqual([['ada@example.org']])
    expect(smtp.received[0]?.text).toContain('Subject: Wearabouts: Things to do')
    expect(smtp.received[0]?.text).toContain('1 notice to decide')
    expect(smtp.received[0]?.text).toContain('/admin#takedown')

    await ageMails(25)
    await tellFromBoth()
    expect(smtp.received, 'unchanged').toHaveLength(1)
    await addNotice()
    await tellFromBoth()
    expect(smtp.received, 'changed').toHaveLength(2)
  })

  test('comes at once for the first serious task, besides the digest', async () => {
    await addNotice()
    await tellFromBoth()
    await addSample('web-2', 30)
    await tellFromBoth()
    await addNotice('child-abuse')
    await tellFromBoth()
    expect(smtp.received).toHaveLength(2)
    expect(smtp.received[1]?.text).toContain('Subject: Wearabouts: 1 server down')
    expect(smtp.received[1]?.text).toContain('web-2')
  })

  test('that could not be sent is tried again after an hour', async () => {
    await addNotice()
    smtp.refuse(true)
    await tellFromBoth()
    smtp.refuse(false)
    await tellFromBoth()
    expect(smtp.received).toEqual([])
    await ageMails(1)
    await tellFromBoth()
    expect(smtp.received).toHaveLength(1)
  })

  test('is not sent if nothing waits', async () => {
    await tellFromBoth()
    expect(smtp.received).toEqual([])
  })
})

test('metrics tell of feeds, notices, mail, storage, disk and the build', async () => {
  await addFeed('failed', 'The shop did not answer.')
  await addNotice()
  await admin.api('POST /api/admin/test-mail')
  const headers = { authorization: `Bearer ${TOKEN}` }
  const text = await (await fetch(`${server.origin}/metrics`, { headers })).text()
  expect(text).toMatch(/^wearabouts_build_info\{version="\d+\.\d+\.\d+",revision="\w*"\} 1$/m)
  expect(text).toContain('wearabouts_feed_ok{shop="Linen & Co"} 0')
  expect(Number(/wearabouts_feed_age_seconds\{.*\} (\d+)/.exec(text)?.[1])).toBeGreaterThan(7_000)
  expect(text).toMatch(/^wearabouts_notices_open 1$/m)
  expect(text).toMatch(/^wearabouts_invite_requests_open 0$/m)
  expect(text).toMatch(/^wearabouts_storage_ok 1$/m)
  expect(text).toMatch(/^wearabouts_disk_free_bytes [1-9]\d+$/m)
  expect(text).toMatch(/^wearabouts_mails_total\{outcome="sent"\} [1-9]/m)
})
