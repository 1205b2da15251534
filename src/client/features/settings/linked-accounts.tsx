import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { ProviderId } from '#shared/contract/session.ts'
import { LOGIN_ERRORS, type ProviderName } from '#shared/account-messages.ts'
import { classNames } from '#client/ui/class-names.ts'
import styles from './linked-accounts.module.css'
import { useRecentSignIn } from './use-recent-sign-in.tsx'

const PROVIDERS: [ProviderId, ProviderName][] = [
  ['google', 'Google'],
  ['facebook', 'Facebook'],
]

const linkedQuery = queryOptions({
  queryKey: ['linked-providers'],
  queryFn: async ({ signal }) => (await api('GET /api/account/providers', { signal })).data.linked,
  staleTime: 0,
})

const LinkButton = ({ id, name }: { id: ProviderId; name: ProviderName }) => {
  const link = useMutation({
    mutationFn: () => api('POST /api/account/providers/:provider', { params: { provider: id } }),
    onSuccess: ({ data }) => window.location.assign(data.url),
    onError: () => toast.show(LOGIN_ERRORS.linkingFailed, { kind: 'error' }),
  })
  const { start, isChecking, dialog } = useRecentSignIn(`link-${id}`, () => link.mutate())
  return (
    <>
      <Button isBusy={isChecking || link.isPending || link.isSuccess} onClick={start}>
        {`Link ${name}`}
      </Button>
      {dialog}
    </>
  )
}

/** §8: links a second provider. */
export const LinkedAccounts = () => {
  const queries = useQueryClient()
  const { data: linked } = useQuery(linkedQuery)
  const unlink = useMutation({
    mutationFn: (provider: ProviderId) =>
      api('DELETE /api/account/providers/:provider', { params: { provider } }),
    onError: (error) => toast.show(error.message, { kind: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: linkedQuery.queryKey }),
  })
  return (
    <ul className={styles.list} aria-busy={linked === undefined}>
      {PROVIDERS.map(([id, name]) => {
        const isLinked = linked?.includes(id)
        return (
          <li key={id} className={classNames('row wrap between gap-3', styles.row)}>
            <span className="stack">
              {name}
              <span className="quiet small">{isLinked ? 'Linked' : 'Not linked'}</span>
            </span>
            {linked && !isLinked && <LinkButton id={id} name={name} />}
            {linked && isLinked && linked.length > 1 && (
              <Button
                isBusy={unlink.isPending && unlink.variables === id}
                onClick={() => unlink.mutate(id)}
              >{`Unlink ${name}`}</Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
