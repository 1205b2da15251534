import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CodeForm, EmailField } from '#client/account/account-forms.tsx'
import { arriveByEmail } from '#client/account/sign-in.ts'
import { api, ApiError } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { NarrowPage } from '#client/ui/page-head.tsx'
import { EMAIL_MESSAGES } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'

let arrived: string | null = null
const arrivedToken = () => {
  arrived = window.location.hash.slice(1) || arrived
  return arrived
}
const never = () => () => undefined

/** Takes the secret out of the address, so that it stays in no history. */
const useToken = () => {
  const { hash } = useLocation()
  const navigate = useNavigate()
  // Null while hydrating: the server never sees the hash.
  const token = useSyncExternalStore(never, arrivedToken, () => null)
  const clear = useEffectEvent(() => void navigate(paths.emailLink.href(), { replace: true }))
  useEffect(() => {
    if (hash.length > 1) clear()
  }, [hash])
  return token
}

/** For a link that was opened in another browser than the one that asked. */
const WithCode = () => {
  const [email, setEmail] = useState('')
  const enter = useMutation({
    mutationFn: (code: string) =>
      arriveByEmail(() => api('POST /api/sign-in/email/code', { body: { email, code } })),
  })
  return (
    <div className="stack gap-4">
      <EmailField value={email} onChange={setEmail} />
      <CodeForm
        submit="Sign in with the code"
        isBusy={enter.isPending || enter.isSuccess}
        problem={enter.error?.message}
        onSubmit={enter.mutate}
      />
    </div>
  )
}

/** The link of an e-mail leads here. Only the button spends it: mail scanners open links, too. */
const EmailLinkPage = () => {
  usePageTitle('Sign in')
  const token = useToken()
  const signIn = useMutation({
    mutationFn: (given: string) =>
      arriveByEmail(() => api('POST /api/sign-in/email/link', { body: { token: given } })),
  })
  const isElsewhere =
    signIn.error instanceof ApiError && signIn.error.code === EMAIL_MESSAGES.otherBrowserCode
  return (
    <NarrowPage title="Sign in" lead="Finish signing in with the link from your email.">
      <p className="problem" role="alert">
        {signIn.error?.message}
      </p>
      {token && !signIn.isError && (
        <Button
          variant="primary"
          isBusy={signIn.isPending || signIn.isSuccess}
          onClick={() => signIn.mutate(token)}
        >
          Sign in
        </Button>
      )}
      {isElsewhere && <WithCode />}
      {(token === null || (signIn.isError && !isElsewhere)) && (
        <ButtonLink to={paths.login.href()}>Request another email</ButtonLink>
      )}
    </NarrowPage>
  )
}

export default EmailLinkPage
