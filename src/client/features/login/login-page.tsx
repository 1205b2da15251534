import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { signInWaysQuery, signInWith } from '#client/account/sign-in.ts'
import { api } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { FullPageSpinner } from '#client/ui/full-page-spinner.tsx'
import type { ProviderId } from '#shared/contract/session.ts'
import { ownSitePath } from '#shared/domain/own-site-path.ts'
import { LOGIN_ERRORS, LOGIN_TEXT } from '#shared/account-messages.ts'
import { TERMS_TEXT } from '#shared/messages.ts'
import { NarrowPage } from '#client/ui/narrow-page.tsx'
import { paths } from '#shared/paths.ts'
import { CreatedAccountDialog } from './created-account-dialog.tsx'
import { EmailForm } from './email-form.tsx'
import { KeyForm } from './key-form.tsx'
import styles from './login-page.module.css'
import { loginProblem, mayBeSomebodyElses, PROVIDER_NAMES } from './login-problem.ts'
import { ProviderMark } from './provider-mark.tsx'
import { useRefInvite } from './use-ref-invite.ts'

const CONTINUE: Record<ProviderId, string> = {
  google: LOGIN_TEXT.continueWithGoogle,
  facebook: LOGIN_TEXT.continueWithFacebook,
}

const BOTH: { id: ProviderId; isLocal: boolean }[] = [
  { id: 'google', isLocal: false },
  { id: 'facebook', isLocal: false },
]

const LoginPage = () => {
  usePageTitle(LOGIN_TEXT.title)
  const [query] = useSearchParams()
  const redirect = ownSitePath(query.get('redirect'))
  // Assumes both until the server answers, so that nothing shifts.
  const { data: ways } = useQuery(signInWaysQuery)
  const providers = ways?.providers ?? BOTH
  const email = ways?.email ?? 'off'
  const [given, setGiven] = useState<{ email: string; key: string } | null>(null)
  const invite = useRefInvite()
  const signIn = useMutation({
    mutationFn: (provider: ProviderId) => signInWith(provider, redirect),
  })
  const claim = useMutation({
    mutationFn: async () => {
      await api('POST /api/sign-in/release-email')
      if (query.get('provider') === 'google') await signInWith('google', redirect)
      else window.location.assign(paths.login.href())
    },
  })
  // The button stays busy until the provider's page has loaded.
  const isSigningIn = signIn.isPending || signIn.isSuccess
  const failure =
    signIn.error &&
    (signIn.error.message || LOGIN_ERRORS.failed(PROVIDER_NAMES[signIn.variables ?? 'google']))
  const problem = failure ?? claim.error?.message ?? invite.problem ?? loginProblem(query)

  if (invite.isCreating) return <FullPageSpinner message={LOGIN_TEXT.creatingAccount} />
  return (
    <NarrowPage title={LOGIN_TEXT.title} lead={LOGIN_TEXT.signInToContinue}>
      <div aria-live="polite">
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      {mayBeSomebodyElses(query) && (
        <div className="stack gap-2">
          <Button
            className="start"
            isBusy={claim.isPending || claim.isSuccess}
            onClick={() => claim.mutate()}
          >
            {LOGIN_ERRORS.notMyAccount(PROVIDER_NAMES.facebook)}
          </Button>
          <p className="quiet small">{LOGIN_ERRORS.notMyAccountHint(PROVIDER_NAMES.facebook)}</p>
        </div>
      )}
      <div className={classNames('stack gap-3', styles.providers)}>
        {providers.map(({ id }) => (
          <Button
            key={id}
            className={styles.provider}
            disabled={isSigningIn}
            isBusy={isSigningIn && signIn.variables === id}
            onClick={() => signIn.mutate(id)}
          >
            {!(isSigningIn && signIn.variables === id) && <ProviderMark provider={id} />}
            {isSigningIn && signIn.variables === id ? LOGIN_TEXT.signingIn : CONTINUE[id]}
          </Button>
        ))}
      </div>
      {email !== 'off' && (
        <div className={styles.email}>
          <EmailForm redirect={redirect} isLocal={email === 'local'} />
        </div>
      )}
      <details className={styles.key} open={given !== null || undefined}>
        <summary>{LOGIN_TEXT.emailAndKey}</summary>
        <KeyForm
          key={given?.key}
          given={given}
          target={redirect ?? paths.profile.href('saved-products')}
        />
      </details>
      <p className="quiet small">
        By continuing you agree to our{' '}
        <Link to={paths.termsPolicy.href('terms')}>{TERMS_TEXT.terms}</Link> and{' '}
        <Link to={paths.termsPolicy.href('privacy')}>{TERMS_TEXT.privacy}</Link>.
      </p>
      {providers.some(({ isLocal }) => isLocal) && (
        <p className="quiet small">
          Demo sign-in is active on this machine. Choose any demo person; no password is needed.
        </p>
      )}
      <CreatedAccountDialog onKey={setGiven} />
    </NarrowPage>
  )
}

export default LoginPage
