import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, readRow } from '#server/core/db/sql.ts'
import type { Rates } from '#shared/domain/price.ts'

const ratesRow = z.object({ date: z.string(), perEuro: z.record(z.string(), z.number()) })

/** All servers of a database use the same rates, whichever fetched them. */
export const createRatesStore = (connection: Connection) => ({
  newest: (): Promise<Rates | null> =>
    readRow(connection, ratesRow)`
      SELECT rates_of::text AS date, per_euro AS "perEuro"
      FROM exchange_rates ORDER BY rates_of DESC LIMIT 1`,

  /** Currencies that the new list lacks keep their rate. */
  replace: async ({ date, perEuro }: Rates): Promise<void> => {
    await execute(connection)`
      INSERT INTO exchange_rates (rates_of, per_euro) SELECT ${date}::date, coalesce(
        (SELECT per_euro FROM exchange_rates ORDER BY rates_of DESC LIMIT 1), '{}')
        || ${JSON.stringify(perEuro)}::jsonb
      ON CONFLICT (rates_of) DO UPDATE SET per_euro = excluded.per_euro`
    await execute(connection)`
      DELETE FROM exchange_rates WHERE rates_of < (SELECT max(rates_of) FROM exchange_rates)`
  },
})
