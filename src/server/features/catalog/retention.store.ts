import type { Connection } from '#server/core/db/query.ts'
import { execute } from '#server/core/db/sql.ts'
import { RETENTION } from '#shared/retention.ts'

export const deleteExpiredHistory = async (connection: Connection) => {
  await execute(connection)`
    DELETE FROM catalog.price_changes
    WHERE changed_at < now() - ${RETENTION.priceChangesMs} * interval '1 ms'`
  await execute(connection)`
    DELETE FROM catalog.events WHERE at < now() - ${RETENTION.catalogEventsMs} * interval '1 ms'`
}
