import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { signInWaysQuery } from '#client/account/sign-in.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import type { ProviderId, SignInMethod } from '#shared/contract/session.ts'
import { LOGIN_ERRORS } from '#shared/account-messages.ts'
import { useMethodName } from '#client/account/method-name.ts'
import { classNames } from '#client/ui/class-names.ts'
import { LinkEmail } from './link-email.tsx'
import styles from './linked-accounts.module.css'
import { linkedQuery } from './linked-query.ts'
import { useRecentSignIn } from '#client/account/use-recent-sign-in.tsx'

type Linkable = Exclude<SignInMethod, 'passkey'>

/** Passkeys have a list of their own. */
const METHODS: Linkable[] = ['google', 'facebook', 'oidc', 'email']

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

type UnlinkButtonProps = {
  id: Linkable
  name: string
  /** Whoever loses their devices would lose their account. */
  leavesPasskeys: boolean
}

const UnlinkButton = ({ id, name, leavesPasskeys }: UnlinkButtonProps) => {
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const unlink = useMutation({
    mutationFn: () => api('DELETE /api/account/providers/:provider', { params: { provider: id } }),
    onError: (error) => toast.show(error.message, { kind: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: linkedQuery.queryKey }),
  })
  const { start, isChecking, dialog } = useRecentSignIn(`unlink-${id}`, () =>
    leavesPasskeys ? setIsAsking(true) : unlink.mutate(),
  )
  return (
    <>
      <Button isBusy={isChecking || unlink.isPending} onClick={start}>{`Unlink ${name}`}</Button>
      {dialog}
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Unlink ${name}?`}
        description="Only your passkeys will be left. If you lose the devices that they are on, you can no longer sign in."
        footer={
          <>
            <Button onClick={() => setIsAsking(false)}>Cancel</Button>
            <Button
              variant="primary"
              onClick={() => {
                unlink.mutate()
                setIsAsking(false)
              }}
            >
              Unlink anyway
            </Button>
          </>
        }
      />
    </>
  )
}

/** Links another way to sign in. Lists those that this site offers or that are linked. */
export const LinkedAccounts = () => {
  const { data: linked } = useQuery(linkedQuery)
  const { data: ways } = useQuery(signInWaysQuery)
  const nameOf = useMethodName()
  const isOffered = (method: Linkable) =>
    method === 'email'
      ? ways !== undefined && ways.email !== 'off'
      : (ways?.providers.some(({ id }) => id === method) ?? false)
  const listed = METHODS.filter((method) => isOffered(method) || linked?.includes(method))
  return (
    <ul className={styles.list} aria-busy={linked === undefined}>
      {listed.map((id) => {
        const name = nameOf(id)
        const isLinked = linked?.includes(id)
        const others = linked?.filter((method) => method !== id)
        return (
          <li key={id} className={classNames('row wrap between gap-3', styles.row)}>
            <span className="stack">
              {name}
              <span className="quiet small">{isLinked ? 'Linked' : 'Not linked'}</span>
            </span>
            {linked &&
              !isLinked &&
              (id === 'email' ? <LinkEmail /> : <LinkButton id={id} name={name} />)}
            {isLinked && others && others.length > 0 && (
              <UnlinkButton
                id={id}
                name={name}
                leavesPasskeys={others.every((method) => method === 'passkey')}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
