import type pg from 'pg'

export const createLiveStore = (pool: pg.Pool) => ({
  version: async (uid: string): Promise<number> => {
    const { rows } = await pool.query<{ version: string }>(
      'SELECT version FROM live_versions WHERE user_id = $1',
      [uid],
    )
    return Number(rows[0]?.version ?? 0)
  },
})
export type LiveStore = ReturnType<typeof createLiveStore>
