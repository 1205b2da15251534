import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  endInviteArrival,
  getPendingInvite,
  takeInviteArrival,
  useCreatedAccount,
} from '#client/account/invitations.ts'
import { markSigningIn } from '#client/account/session.ts'
import { signInWaysQuery, signInWith, useMethodName } from '#client/account/sign-in.ts'
import { api, describeFailure } from '#client/lib/api.ts'
import { getSiteName } from '#client/lib/initial-data.ts'
import { loadPage } from '#client/lib/load-page.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { PageProblem } from '#client/ui/page-problem.tsx'
import { NarrowPage } from '#client/ui/page-head.tsx'
import { FullPageSpinner, QueryError } from '#client/ui/state.tsx'
import {
  INVITE_MESSAGES,
  LOGIN_ERRORS,
  LOGIN_TEXT,
  INVITATION_TEXT,
} from '#shared/account-messages.ts'
import { parseOwnSitePath } from '#shared/domain/links.ts'
import type { ProviderId } from '#shared/domain/sign-in-methods.ts'
import { paths } from '#shared/paths.ts'
import styles from './login-page.module.css'
import {
  readExistingMethod,
  describeLoginProblem,
  canBelongToOtherPerson,
} from './login-problem.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { EmailForm, KeyForm, PasskeyButton } from './sign-in-forms.tsx'
import { RichText } from '#client/ui/rich-text.tsx'

/** A ref in the URL of Login signs up; a failure returns to Login with its message. */
const useRefInvite = () => {
  const [isCreating, setIsCreating] = useState(getPendingInvite()?.kind === 'ref')
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const arrival = takeInviteArrival()
    if (arrival?.kind !== 'ref') return
    const redeem = async () => {
      try {
        const body = { ref: arrival.ref }
        await api('POST /api/invite-codes/validate-and-create-user-by-ref', { body })
        markSigningIn()
        loadPage(paths.profile.href('saved-products'))
      } catch (error) {
        endInviteArrival()
        setProblem(describeFailure(error, INVITE_MESSAGES.createAccountFailed))
        setIsCreating(false)
      }
    }
    void redeem()
  }, [])

  return { isCreating, problem }
}

type CreatedAccountDialogProps = { onKey: (key: { email: string; key: string }) => void }

/** The specified alert after an invitation by email and code. */
const CreatedAccountDialog = ({ onKey }: CreatedAccountDialogProps) => {
  const { result } = useCreatedAccount()
  const handleClose = () => {
    if (result?.key) onKey({ email: result.email, key: result.key })
    useCreatedAccount.setState({ result: null })
  }
  return (
    <Dialog
      isOpen={result !== null}
      onClose={handleClose}
      title={result?.key ? LOGIN_TEXT.welcome(getSiteName()) : INVITATION_TEXT.yourInvitation}
    >
      {result?.key ? (
        <>
          <p className={styles.message}>
            {result.message.replace(result.key, '')}
            <strong className={styles.newKey}>{result.key}</strong>
          </p>
          <p className={classNames('quiet label', styles.note)}>{LOGIN_TEXT.newKeyHint}</p>
        </>
      ) : (
        <p className={styles.message}>{result?.message}</p>
      )}
      <Button variant="primary" onClick={handleClose}>
        {result?.key ? LOGIN_TEXT.continue : LOGIN_TEXT.ok}
      </Button>
    </Dialog>
  )
}

const LoginPage = () => {
  usePageTitle(LOGIN_TEXT.title)
  const [query] = useSearchParams()
  const redirect = parseOwnSitePath(query.get('redirect'))
  const target = redirect ?? paths.profile.href('saved-products')
  const waysQuery = useQuery(signInWaysQuery)
  const nameOf = useMethodName()
  const { data: ways } = waysQuery
  const [invitedKey, setInvitedKey] = useState<{ email: string; key: string } | null>(null)
  const invite = useRefInvite()
  const signIn = useMutation({
    mutationFn: (provider: ProviderId) => signInWith(provider, redirect),
  })
  const claim = useMutation({
    mutationFn: async () => {
      await api('POST /api/sign-in/release-email')
      const provider = ways?.providers.find(({ id }) => id === query.get('provider'))
      if (provider) await signInWith(provider.id, redirect)
      else loadPage(paths.login.href())
    },
  })
  const failure =
    signIn.error &&
    describeFailure(signIn.error, LOGIN_ERRORS.failed(nameOf(signIn.variables ?? 'google')))
  const problem =
    failure ?? claim.error?.message ?? invite.problem ?? describeLoginProblem(query, nameOf)
  const existing = nameOf(readExistingMethod(query) ?? 'facebook')

  if (invite.isCreating) return <FullPageSpinner message={LOGIN_TEXT.creatingAccount} />
  // The page waits for the list of providers, so that none of them pushes other buttons down.
  if (waysQuery.isPending) return <FullPageSpinner message={LOGIN_TEXT.loading} />
  if (!ways) return <QueryError title={LOGIN_TEXT.waysNotLoaded} query={waysQuery} />
  return (
    <NarrowPage title={LOGIN_TEXT.title} lead={LOGIN_TEXT.signInToContinue(getSiteName())}>
      <div aria-live="polite">{problem && <PageProblem>{problem}</PageProblem>}</div>
      {canBelongToOtherPerson(query) && (
        <div className="stack gap-2">
          <Button
            className="start"
            isBusy={claim.isPending || claim.isSuccess}
            onClick={() => claim.mutate()}
          >
            {LOGIN_ERRORS.notMyAccount(existing)}
          </Button>
          <p className="quiet small">{LOGIN_ERRORS.notMyAccountHint(existing)}</p>
        </div>
      )}
      <div className={classNames('stack gap-3', styles.providers)}>
        <ProviderButtons providers={ways.providers} signIn={signIn} />
        <PasskeyButton target={target} hasEmailField={ways.email !== 'off'} />
      </div>
      {ways.email !== 'off' && (
        <div className={styles.email}>
          <EmailForm redirect={redirect} isLocal={ways.email === 'local'} />
        </div>
      )}
      <details className={styles.key} open={invitedKey !== null || undefined}>
        <summary>{LOGIN_TEXT.emailAndKey}</summary>
        <KeyForm key={invitedKey?.key} invitedKey={invitedKey} target={target} />
      </details>
      <p className="quiet small">
        <RichText
          text={LOGIN_TEXT.agreement}
          tags={{
            terms: <Link to={paths.termsPolicy.href('terms')} />,
            privacy: <Link to={paths.termsPolicy.href('privacy')} />,
          }}
        />
      </p>
      {ways.providers.some(({ isLocal }) => isLocal) && (
        <p className="quiet small">{LOGIN_TEXT.demoHint}</p>
      )}
      <CreatedAccountDialog onKey={setInvitedKey} />
    </NarrowPage>
  )
}

export default LoginPage
