import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  continueText,
  signInWaysQuery,
  signInWith,
  useMethodName,
} from '#client/account/sign-in.ts'
import { api, failureText } from '#client/lib/api.ts'
import { siteName } from '#client/lib/initial-data.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { PageProblem } from '#client/ui/form.tsx'
import { NarrowPage } from '#client/ui/page-head.tsx'
import { FullPageSpinner, QueryError } from '#client/ui/state.tsx'
import { LOGIN_ERRORS, LOGIN_TEXT } from '#shared/account-messages.ts'
import { ownSitePath } from '#shared/domain/own-site-path.ts'
import type { ProviderId } from '#shared/domain/sign-in-methods.ts'
import { TERMS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { CreatedAccountDialog, useRefInvite } from './invited-sign-up.tsx'
import styles from './login-page.module.css'
import { existingMethod, loginProblem, mayBeSomebodyElses } from './login-problem.ts'
import { ProviderMark } from './provider-mark.tsx'
import { EmailForm, KeyForm, PasskeyButton } from './sign-in-forms.tsx'

const LoginPage = () => {
  usePageTitle(LOGIN_TEXT.title)
  const [query] = useSearchParams()
  const redirect = ownSitePath(query.get('redirect'))
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
      else window.location.assign(paths.login.href())
    },
  })
  // The button stays busy until the provider's page has loaded.
  const isSigningIn = signIn.isPending || signIn.isSuccess
  const failure =
    signIn.error &&
    failureText(signIn.error, LOGIN_ERRORS.failed(nameOf(signIn.variables ?? 'google')))
  const problem = failure ?? claim.error?.message ?? invite.problem ?? loginProblem(query, nameOf)
  const existing = nameOf(existingMethod(query) ?? 'facebook')

  if (invite.isCreating) return <FullPageSpinner message={LOGIN_TEXT.creatingAccount} />
  // The page waits for the list of providers, so that none of them pushes other buttons down.
  if (waysQuery.isPending) return <FullPageSpinner message="Loading..." />
  if (!ways) return <QueryError what="the ways to sign in" query={waysQuery} />
  return (
    <NarrowPage title={LOGIN_TEXT.title} lead={LOGIN_TEXT.signInToContinue(siteName())}>
      <div aria-live="polite">{problem && <PageProblem>{problem}</PageProblem>}</div>
      {mayBeSomebodyElses(query) && (
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
        {ways.providers.map(({ id }) => (
          <Button
            key={id}
            className={styles.provider}
            disabled={isSigningIn}
            isBusy={isSigningIn && signIn.variables === id}
            onClick={() => signIn.mutate(id)}
          >
            {!(isSigningIn && signIn.variables === id) && <ProviderMark provider={id} />}
            {isSigningIn && signIn.variables === id
              ? LOGIN_TEXT.signingIn
              : continueText(id, nameOf)}
          </Button>
        ))}
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
        By continuing you agree to our{' '}
        <Link to={paths.termsPolicy.href('terms')}>{TERMS_TEXT.terms}</Link> and{' '}
        <Link to={paths.termsPolicy.href('privacy')}>{TERMS_TEXT.privacy}</Link>.
      </p>
      {ways.providers.some(({ isLocal }) => isLocal) && (
        <p className="quiet small">
          Demo sign-in is active on this machine. Choose any demo person; no password is needed.
        </p>
      )}
      <CreatedAccountDialog onKey={setInvitedKey} />
    </NarrowPage>
  )
}

export default LoginPage
