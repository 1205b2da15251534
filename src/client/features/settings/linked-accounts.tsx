import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeForm, EmailField } from '#client/account/account-forms.tsx'
import { useSession } from '#client/account/session.ts'
import { signInWaysQuery, useMethodName } from '#client/account/sign-in.ts'
import { RecentSignInButton } from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx'
import { Form } from '#client/ui/form.tsx'
import { toast } from '#client/ui/toast.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { LOGIN_ERRORS, METHOD_PHRASES } from '#shared/account-messages.ts'
import { PROVIDER_IDS, type ProviderId, type SignInMethod } from '#shared/domain/sign-in-methods.ts'
import styles from './account-settings-page.module.css'
import { LINKED_TEXT } from './settings-messages.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'

export const linkedQuery = queryOptions({
  queryKey: ['linked-providers'],
  queryFn: async ({ signal }) => (await api('GET /api/account/providers', { signal })).data.linked,
  staleTime: 0,
})

/** Lets the user sign in with an email address, after entering the code that was sent to it. */
const LinkEmail = () => {
  const queries = useQueryClient()
  const { user } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const [email, setEmail] = useState(user?.email ?? '')
  const ask = useMutation({ mutationFn: () => api('POST /api/account/email', { body: { email } }) })
  const enter = useMutation({
    mutationFn: (code: string) => api('POST /api/account/email/code', { body: { code } }),
    onSuccess: async () => {
      setIsOpen(false)
      toast.info(LINKED_TEXT.emailLinked)
      await queries.invalidateQueries({ queryKey: linkedQuery.queryKey })
    },
  })
  return (
    <>
      <RecentSignInButton action="link-email" run={() => setIsOpen(true)}>
        {LINKED_TEXT.linkEmail}
      </RecentSignInButton>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={LINKED_TEXT.emailTitle}>
        {ask.isSuccess ? (
          <CodeForm
            submit={LINKED_TEXT.linkEmail}
            isBusy={enter.isPending}
            problem={enter.error?.message}
            onSubmit={enter.mutate}
          />
        ) : (
          <Form onSubmit={() => ask.mutate()}>
            <EmailField value={email} onChange={setEmail} problem={ask.error?.message} />
            <Button type="submit" variant="primary" isBusy={ask.isPending}>
              {LINKED_TEXT.sendCode}
            </Button>
          </Form>
        )}
      </Dialog>
    </>
  )
}

type Linkable = Exclude<SignInMethod, 'passkey'>

/** Passkeys have a list of their own. */
const METHODS: Linkable[] = [...PROVIDER_IDS, 'email']

const LinkButton = ({ id, name }: { id: ProviderId; name: string }) => {
  const link = useMutation({
    mutationFn: () => api('POST /api/account/providers/:provider', { params: { provider: id } }),
    onSuccess: ({ data }) => window.location.assign(data.url),
    onError: () => toast.error(LOGIN_ERRORS.linkingFailed),
  })
  return (
    <RecentSignInButton
      action={`link-${id}`}
      run={link.mutate}
      isBusy={link.isPending || link.isSuccess}
    >
      {LINKED_TEXT.link(name)}
    </RecentSignInButton>
  )
}

type UnlinkButtonProps = {
  id: Linkable
  name: string
  /** Only passkeys would be left, so that losing the devices would lose the account. */
  leavesPasskeys: boolean
}

const UnlinkButton = ({ id, name, leavesPasskeys }: UnlinkButtonProps) => {
  const [isAsking, setIsAsking] = useState(false)
  const unlink = useAction(
    () => api('DELETE /api/account/providers/:provider', { params: { provider: id } }),
    { refresh: [linkedQuery.queryKey] },
  )
  return (
    <>
      <RecentSignInButton
        action={`unlink-${id}`}
        run={() => (leavesPasskeys ? setIsAsking(true) : unlink.mutate())}
        isBusy={unlink.isPending}
      >
        {LINKED_TEXT.unlink(name)}
      </RecentSignInButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={LINKED_TEXT.unlinkQuestion(name)}
        description={LINKED_TEXT.onlyPasskeysLeft}
        confirm={LINKED_TEXT.unlinkAnyway}
        cancel={UI_TEXT.cancel}
        onConfirm={() => {
          unlink.mutate()
          setIsAsking(false)
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

/** The ways to sign in that this site offers or that are linked, with buttons to link and unlink. */
export const LinkedAccounts = () => {
  const { data: linked } = useQuery(linkedQuery)
  const { data: ways } = useQuery(signInWaysQuery)
  const nameOf = useMethodName()
  const isOffered = (method: Linkable) =>
    method === 'email'
      ? ways !== undefined && ways.email !== 'off'
      : (ways?.providers.some(({ id }) => id === method) ?? false)
  const methods = METHODS.filter((method) => isOffered(method) || linked?.includes(method))
  return (
    <ul className={styles.methods} aria-busy={linked === undefined}>
      {methods.map((id) => {
        const name = METHOD_PHRASES[id] ?? nameOf(id)
        const isLinked = linked?.includes(id)
        const others = linked?.filter((method) => method !== id)
        return (
          <li key={id} className={classNames('row wrap between gap-3', styles.method)}>
            <span className="stack">
              {nameOf(id)}
              <span className="quiet small">
                {isLinked ? LINKED_TEXT.isLinked : LINKED_TEXT.isNotLinked}
              </span>
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
