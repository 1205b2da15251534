import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import sharp from 'sharp'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import { callerWith, type SignedIn, signedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser } from '#tests/support/test-browser.ts'
import { createUsersStore } from './users.store.ts'

/** Tables that name users or people by their email, and that the download does not read here; with the reason. */
const NOT_EXPORTED: Record<string, string> = {
  audit_log: "the site's own record, which outlives the accounts in it",
  'catalog.looks': 'public; the drafts that they were published from are exported',
  catalog_imports: "an administrator's work for the site",
  draft_objects: 'vectors that models made from photos',
  email_codes: 'hashes of codes, for minutes',
  live_versions: 'a counter',
  model_vectors: 'vectors that models made from photos',
  notices: 'anybody can write any address',
  rate_limits: 'counters, for minutes',
  saved_products: 'read by the library',
  scan_events: 'for minutes; what was found is in scan_results',
  scans: 'for minutes; what was found is in scan_results',
  sign_in_keys: 'hashes of keys, which work once',
  site_settings: "the operator's address",
  takedowns: "an administrator's work for the site",
  user_products: 'read by the library',
}

let server: TestApp
let ada: SignedIn
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  ada = await signedIn(server, { name: 'Ada', invited: true })
})

describe('POST /user.php', () => {
  test('with a uid reads the user', async () => {
    const { data } = await ada.api('POST /user.php', { body: { uid: ada.uid } })
    expect(data).toMatchObject({
      uid: ada.uid,
      displayName: 'Ada',
      email: ada.email,
      provider: 'google',
      hasInviteCode: true,
    })
    expect(data.last_login).toEqual(expect.any(String))
  })

  test('with firebase_user_data syncs, and trusts none of it', async () => {
    const { data } = await ada.api('POST /user.php', {
      body: {
        firebase_user_data: {
          uid: ada.uid,
          email: 'admin@wearabouts.example',
          displayName: 'Somebody Else',
          photoURL: 'javascript:alert(1)',
        },
        provider: 'password',
      },
    })
    expect(data).toMatchObject({ displayName: 'Ada', email: ada.email, provider: 'google' })
  })

  test('records the login', async () => {
    await server.pool.query('UPDATE users SET last_login_at = NULL')
    await ada.api('POST /update-last-login.php', { body: { firebase_uid: ada.uid } })
    const { data } = await ada.api('POST /user.php', { body: { uid: ada.uid } })
    expect(data.last_login).not.toBeNull()
  })
})

describe('Account settings', () => {
  test('changes the display name and nothing else', async () => {
    const { data } = await ada.api('PATCH /api/account', { body: { displayName: ' Ada L. ' } })
    expect(data.displayName).toBe('Ada L.')
    for (const body of [{ displayName: '' }, { displayName: 'x', email: 'a@b.c' }, {}, []])
      expect((await ada.sendJson('PATCH', '/api/account', body)).status).toBe(400)
  })

  test('Refresh Image fetches 500 by 500 from the provider; sync does so at first sign-in', async () => {
    await server.pool.query("DELETE FROM users WHERE email = 'ada@example.com'")
    const browser = createTestBrowser(server.origin)
    await browser.signIn('google', 'ada-marlow')
    const { data: before } = await browser.api('GET /api/session')
    const avatar = await browser.send(before.user?.photoURL ?? '')
    expect(avatar.headers.get('content-type')).toBe('image/svg+xml')
    const { data } = await browser.api('POST /api/account/refresh-image')
    const picture = await browser.send(data.photoURL ?? '')
    expect(picture.headers.get('cache-control')).toContain('immutable')
    const { format, width, height } = await sharp(
      Buffer.from(await picture.arrayBuffer()),
    ).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 500, height: 500 })
  })

  test('does not fetch a picture from another host', async () => {
    await server.pool.query(
      "UPDATE users SET image = 'http://169.254.169.254/x.png' WHERE id = $1",
      [ada.uid],
    )
    await expect(ada.api('POST /api/account/refresh-image')).rejects.toMatchObject({ status: 502 })
  })

  test('escapes markup in a name drawn on an avatar', async () => {
    const mallory = await signedIn(server, { name: '<script>alert(1)</script>' })
    const reply = await callerWith(server, null).send(`/api/users/${mallory.uid}/picture`)
    expect(await reply.text()).not.toContain('<script')
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

describe('what the policy page promises', () => {
  const uploadKey = () => `uploads/${ada.uid}.webp`
  const fill = async () => {
    await ada.api('POST /save-detection.php', {
      body: {
        firebase_uid: ada.uid,
        detection_data: { name: 'Coat', detection_id: 'd1', is_liked: true },
      },
    })
    const key = uploadKey()
    await server.storage.put(key, Buffer.from('picture'), 'image/webp')
    await server.pool.query('INSERT INTO uploads (key, user_id) VALUES ($1, $2)', [key, ada.uid])
    await server.pool.query(
      `INSERT INTO rejected_matches (user_id, product_id, vector_version, vector)
       VALUES ($1, '7', 'v', '{1}')`,
      [ada.uid],
    )
    await server.pool.query(
      `INSERT INTO user_pictures (user_id, content, media_type, version)
       VALUES ($1, 'face', 'image/webp', '1')`,
      [ada.uid],
    )
    await server.pool.query(
      "INSERT INTO remote_search_calls (day, caller, calls) VALUES ('2026-01-02', $1, 3)",
      [ada.uid],
    )
    for (const statement of [
      `WITH person AS (INSERT INTO catalog.people (name, image, style_type)
          VALUES ('Łucja Øre ' || $1::text, '', 'celebrity') RETURNING id)
        INSERT INTO follows (user_id, person_id) SELECT $1, id FROM person`,
      'INSERT INTO following_visits (user_id, seen_at) VALUES ($1, now())',
      `INSERT INTO invite_requests (email, user_id, message)
        VALUES ($1::text || '@example.com', $1, 'Please')`,
      "INSERT INTO creators (user_id, name, display_name) VALUES ($1, $1, 'Ada')",
      "INSERT INTO former_creator_names (user_id, name) VALUES ($1, 'before-' || $1::text)",
      'INSERT INTO creator_looks (user_id, look_id, place) VALUES ($1, 5, 1)',
      `WITH board AS (INSERT INTO boards (user_id, title, share_token) VALUES ($1, 'Зима', $1) RETURNING id)
        INSERT INTO board_items (board_id, product_id, note, place) SELECT id, 7, 'For May', 1 FROM board`,
      `WITH subscriber AS (INSERT INTO alert_subscribers (user_id) VALUES ($1) RETURNING id),
        alert AS (INSERT INTO alerts (subscriber_id, product_id, kind)
          SELECT id, 7, 'stock' FROM subscriber RETURNING id),
        look AS (INSERT INTO alert_looks (alert_id, look_id) SELECT id, 5 FROM alert)
        INSERT INTO alert_matches (alert_id, product_id, finding) SELECT id, 7, '{"size": "M"}' FROM alert`,
    ])
      await server.pool.query(statement, [ada.uid])
  }

  test('Download my data returns everything as a file, without secrets', async () => {
    await fill()
    const reply = await ada.send('/api/account/export')
    expect(reply.headers.get('content-disposition')).toContain('wearabouts-my-data.json')
    const text = await reply.text()
    expect(JSON.parse(text)).toMatchObject({
      user: { uid: ada.uid, displayName: 'Ada', email: ada.email },
      sign_in_accounts: [{ provider: 'google' }],
      saved_products: [{ title: 'Coat' }],
      my_products: [{ title: 'Coat' }],
      uploads: [{ key: uploadKey() }],
      rejected_matches: [{ product_id: '7' }],
      picture: { media_type: 'image/webp', base64: Buffer.from('face').toString('base64') },
      web_shop_searches: [{ day: '2026-01-02', calls: 3 }],
      invitation_requests: [{ email: `${ada.uid}@example.com`, message: 'Please' }],
      boards: [{ title: 'Зима' }],
      board_items: [{ product_id: '7', note: 'For May' }],
      follows: [{ person: `Łucja Øre ${ada.uid}` }],
      following_visits: [{ seen_at: expect.any(String) }],
      former_creator_names: [{ name: `before-${ada.uid}` }],
      creator_looks: [{ look_id: '5' }],
      alert_settings: [{ wants_mail: true }],
      alert_matches: [{ product_id: '7', finding: { size: 'M' } }],
      alert_looks: [{ look_id: '5' }],
    })
    expect(text).not.toMatch(/token|secret_hash/)
  })

  test('Download my data reads every table about users, or there is a reason', async () => {
    const { rows: tables } = await server.pool.query<{ name: string }>(
      `WITH RECURSIVE about (id) AS (
         SELECT 'users'::regclass::oid
         UNION
         SELECT conrelid FROM pg_constraint JOIN about ON confrelid = about.id
       )
       SELECT id::regclass::text AS name FROM about
       UNION
       SELECT attrelid::regclass::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'catalog'::regnamespace, 'search'::regnamespace)
          AND attname ~ '(user_id|uid|email|caller|actor|(published|created|removed|restored)_by)$'`,
    )
    const query = vi.spyOn(server.pool, 'query')
    const { lists } = await createUsersStore(server.pool).exportRows(ada.uid)
    for (const readPart of Object.values(lists)) await readPart(1, 0)
    const statements = JSON.stringify(query.mock.calls)
    query.mockRestore()
    const left = tables
      .map(({ name }) => name)
      .filter((name) => !new RegExp(String.raw`\b(FROM|JOIN) ${name}\b`).test(statements))
    expect(left.toSorted()).toEqual(Object.keys(NOT_EXPORTED).toSorted())
  })

  test('Delete my account removes everything, including pictures', async () => {
    await fill()
    await expect(
      ada.sendJson('DELETE', '/api/account', { confirm: 'yes' }).then(({ status }) => status),
    ).resolves.toBe(400)
    const reply = await ada.sendJson('DELETE', '/api/account', { confirm: 'delete my account' })
    expect(reply.status).toBe(200)
    expect(reply.headers.getSetCookie()[0]).toContain('Max-Age=0')
    expect(await server.storage.get(uploadKey())).toBeNull()
    const { rows: tables } = await server.pool.query<{ table_name: string }>(
      `SELECT table_name FROM information_schema.columns
        WHERE column_name = 'user_id' AND table_schema = 'public'`,
    )
    expect(tables.length).toBeGreaterThanOrEqual(7)
    for (const { table_name } of tables) {
      const { rowCount } = await server.pool.query(`SELECT FROM ${table_name} WHERE user_id = $1`, [
        ada.uid,
      ])
      expect([table_name, rowCount]).toEqual([table_name, 0])
    }
    const { rowCount: counted } = await server.pool.query(
      'SELECT FROM remote_search_calls WHERE caller = $1',
      [ada.uid],
    )
    expect(counted).toBe(0)
    expect((await ada.api('GET /api/session')).data.user).toBeNull()
  })
})

test('a call beside the deletion of its account answers that nobody is signed in', async () => {
  const person = await signedIn(server)
  const deletion = await server.pool.connect()
  try {
    await deletion.query('BEGIN')
    await deletion.query('DELETE FROM users WHERE id = $1', [person.uid])
    const call = person
      .api('POST /api/boards', { body: { title: 'Coats' } })
      .catch((error: unknown) => error)
    await expect
      .poll(async () => {
        const { rowCount } = await server.pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        return rowCount
      })
      .toBeGreaterThan(0)
    await deletion.query('COMMIT')
    expect(await call).toMatchObject({
      status: 401,
      message: ACCOUNT_ERRORS.notAuthenticated,
    })
  } finally {
    deletion.release()
  }
})

const leave = (person: SignedIn) =>
  person.api('DELETE /api/account', { body: { confirm: 'delete my account' } })

test('an account that two tabs delete at once is gone for the second', async () => {
  const ada = await signedIn(server)
  const outcomes = await Promise.allSettled([leave(ada), leave(ada), leave(ada)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 401 })
})

test('a call that needs a recent sign-in answers 401 if the account is deleted meanwhile', async () => {
  const ada = await signedIn(server)
  vi.spyOn(server.sessions, 'isRecent').mockImplementationOnce(async () => {
    await server.pool.query('DELETE FROM users WHERE id = $1', [ada.uid])
    return false
  })
  await expect(leave(ada)).rejects.toMatchObject({ status: 401 })
})

describe('an administrator who deletes their account', () => {
  test('needs a successor', async () => {
    await server.pool.query('DELETE FROM users')
    const [last, suspended] = [
      await signedIn(server, { admin: true }),
      await signedIn(server, { admin: true }),
    ]
    await server.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended.uid])
    await expect(leave(last)).rejects.toMatchObject({
      status: 409,
      message: ACCOUNT_ERRORS.lastAdministrator,
    })
    await signedIn(server, { admin: true })
    await leave(last)
    expect((await last.api('GET /api/session')).data.user).toBeNull()
  })

  test('at the same moment as the only other one stays', async () => {
    await server.pool.query('DELETE FROM users')
    const people = [
      await signedIn(server, { admin: true }),
      await signedIn(server, { admin: true }),
    ]
    const outcomes = await Promise.allSettled(people.map(leave))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { rowCount } = await server.pool.query('SELECT FROM users WHERE is_admin')
    expect(rowCount).toBe(1)
  })
})
