import { useQuery } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { DELETION_TEXT } from '#shared/account-messages.ts'
import styles from './deletion-status.module.css'

/** The status of a deletion request, for people sent here by Facebook. */
export const DeletionStatus = ({ code }: { code: string }) => {
  const { data, error } = useQuery({
    queryKey: ['data-deletion', code],
    queryFn: async ({ signal }) =>
      (await api('GET /api/data-deletion/:code', { params: { code }, signal })).data,
  })
  return (
    <section className={styles.status} aria-label={DELETION_TEXT.title} aria-busy={!data && !error}>
      <h3>{DELETION_TEXT.title}</h3>
      <p>{DELETION_TEXT.confirmationCode(code)}</p>
      {error && <p role="alert">{error.message}</p>}
      {data && (
        <p>
          {DELETION_TEXT.received(new Date(data.requested_at))} {DELETION_TEXT[data.outcome]}
        </p>
      )}
    </section>
  )
}
