import type pg from 'pg'
import type { Connection } from '#server/db/transaction.ts'
import { shownEmail } from '#server/providers/identity/account-email.ts'

type UserRow = {
  id: string
  name: string
  email: string
  image: string | null
  invited_at: Date | null
  last_login_at: Date | null
  created_at: Date
}

export type StoredPicture = { content: Buffer; media_type: string; version: string }

export const createUsersStore = (pool: pg.Pool) => ({
  lastLogin: async (uid: string): Promise<string | null> => {
    const { rows } = await pool.query<UserRow>('SELECT last_login_at FROM users WHERE id = $1', [
      uid,
    ])
    return rows[0]?.last_login_at?.toISOString() ?? null
  },

  noteLogin: async (uid: string) => {
    await pool.query('UPDATE users SET last_login_at = now() WHERE id = $1', [uid])
  },

  rename: async (uid: string, name: string) => {
    await pool.query('UPDATE users SET name = $2, updated_at = now() WHERE id = $1', [uid, name])
  },

  /** Where the provider keeps the picture. */
  providerPicture: async (uid: string): Promise<string | null> => {
    const { rows } = await pool.query<UserRow>('SELECT image FROM users WHERE id = $1', [uid])
    return rows[0]?.image ?? null
  },

  name: async (uid: string): Promise<string | null> => {
    const { rows } = await pool.query<UserRow>('SELECT name FROM users WHERE id = $1', [uid])
    return rows[0]?.name ?? null
  },

  picture: async (uid: string): Promise<StoredPicture | null> => {
    const { rows } = await pool.query<StoredPicture>(
      'SELECT content, media_type, version FROM user_pictures WHERE user_id = $1',
      [uid],
    )
    return rows[0] ?? null
  },

  savePicture: async (uid: string, { content, media_type, version }: StoredPicture) => {
    await pool.query(
      `INSERT INTO user_pictures (user_id, content, media_type, version) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id) DO UPDATE
         SET content = EXCLUDED.content, media_type = EXCLUDED.media_type, version = EXCLUDED.version`,
      [uid, content, media_type, version],
    )
    await pool.query('UPDATE users SET updated_at = now() WHERE id = $1', [uid])
  },

  /** All that is kept about a person beside their products; no token, no hash. */
  exportRows: async (uid: string) => {
    const rowsOf = async (sql: string) =>
      (await pool.query<Record<string, unknown>>(sql, [uid])).rows
    const { rows } = await pool.query<UserRow>('SELECT * FROM users WHERE id = $1', [uid])
    const [user] = rows
    return {
      user: user && {
        uid: user.id,
        displayName: user.name,
        email: shownEmail(user.email),
        provider_picture: user.image,
        invited_at: user.invited_at,
        last_login_at: user.last_login_at,
        created_at: user.created_at,
      },
      sign_in_accounts: await rowsOf(
        'SELECT provider_id AS provider, account_id, created_at FROM accounts WHERE user_id = $1',
      ),
      sessions: await rowsOf(
        'SELECT provider, ip_address, user_agent, created_at, expires_at FROM sessions WHERE user_id = $1',
      ),
      invitations: await rowsOf(
        'SELECT kind, email, phone, created_at, used_at FROM invites WHERE used_by = $1',
      ),
      uploads: await rowsOf('SELECT key, created_at FROM uploads WHERE user_id = $1'),
    }
  },

  /** Everything of theirs goes with the row; the invitation they used has their e-mail or number. */
  remove: async (uid: string, connection: Connection = pool) => {
    await connection.query(
      `WITH gone AS (DELETE FROM invites WHERE used_by = $1) DELETE FROM users WHERE id = $1`,
      [uid],
    )
  },
})
export type UsersStore = ReturnType<typeof createUsersStore>
