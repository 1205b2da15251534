import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { signInWaysQuery } from '#client/account/sign-in.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { ProviderId, SignInMethod } from '#shared/contract/session.ts'
import { LOGIN_ERRORS } from '#shared/account-messages.ts'
import { useMethodName } from '#client/account/method-name.ts'
import { classNames } from '#client/ui/class-names.ts'
import { LinkEmail } from './link-email.tsx'
import styles from './linked-accounts.module.css'
import { linkedQuery } from './linked-query.ts'
import { useRecentSignIn } from '#client/account/use-recent-sign-in.tsx'

const METHODS: SignInMethod[] = ['google', 'facebook', 'oidc', 'email']

const LinkButton = ({ id, name }: { id: ProviderId; name: string }) => {
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

/** §8: links another way to sign in. Lists those that this site offers or that are linked. */
export const LinkedAccounts = () => {
  const queries = useQueryClient()
  const { data: linked } = useQuery(linkedQuery)
  const { data: ways } = useQuery(signInWaysQuery)
  const nameOf = useMethodName()
  const isOffered = (method: SignInMethod) =>
    method === 'email'
      ? ways !== undefined && ways.email !== 'off'
      : (ways?.providers.some(({ id }) => id === method) ?? false)
  const shown = METHODS.filter((method) => isOffered(method) || linked?.includes(method))
  const unlink = useMutation({
    mutationFn: (provider: SignInMethod) =>
      api('DELETE /api/account/providers/:provider', { params: { provider } }),
    onError: (error) => toast.show(error.message, { kind: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: linkedQuery.queryKey }),
  })
  return (
    <ul className={styles.list} aria-busy={linked === undefined}>
      {shown.map((id) => {
        const name = nameOf(id)
        const isLinked = linked?.includes(id)
        return (
          <li key={id} className={classNames('row wrap between gap-3', styles.row)}>
            <span className="stack">
              {name}
              <span className="quiet small">{isLinked ? 'Linked' : 'Not linked'}</span>
            </span>
            {linked &&
              !isLinked &&
              (id === 'email' ? <LinkEmail /> : <LinkButton id={id} name={name} />)}
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
