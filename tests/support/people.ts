import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { createSessionCookie } from '#server/features/accounts/cookies.ts'

export type PersonOptions = {
  name?: string
  email?: string
  provider?: 'google' | 'facebook'
  invited?: boolean
  admin?: boolean
  role?: 'creator' | 'editor'
}

export type Person = {
  uid: string
  name: string
  email: string
  /** The Cookie header of their session. */
  cookie: string
}

/** Creates a signed-in user directly in the database, without a provider or the sign-in limit. */
export const insertPerson = async (
  pool: pg.Pool,
  secret: string,
  options: PersonOptions = {},
): Promise<Person> => {
  const uid = randomUUID()
  const {
    name = 'Test Person',
    provider = 'google',
    invited = false,
    admin = false,
    role,
  } = options
  const email = options.email ?? `${uid}@example.com`
  await pool.query(
    `INSERT INTO users (id, name, email, email_verified, invited_at, is_admin, publisher_role,
       last_login_at)
     VALUES ($1, $2, $3, true, CASE WHEN $4 THEN now() END, $5, $6, now())`,
    [uid, name, email, invited || role !== undefined, admin, role],
  )
  await pool.query(
    'INSERT INTO accounts (id, account_id, provider_id, user_id) VALUES ($1, $2, $3, $4)',
    [randomUUID(), uid, provider, uid],
  )
  return { uid, name, email, cookie: await insertSession(pool, secret, uid, provider) }
}

/** Begins a session of this user. Returns its Cookie header. */
export const insertSession = async (
  pool: pg.Pool,
  secret: string,
  uid: string,
  provider = 'google',
) => {
  const token = randomUUID()
  await pool.query(
    `INSERT INTO sessions (id, token, user_id, provider, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '1 day')`,
    [randomUUID(), token, uid, provider],
  )
  const [cookie = ''] = createSessionCookie(secret, false).write(token, 86_400_000).split(';')
  return cookie
}
