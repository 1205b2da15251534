import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeForm, EmailField } from '#client/account/account-forms.tsx'
import { finishEmailSignIn } from '#client/account/sign-in.ts'
import { api, ApiError } from '#client/lib/api.ts'
import { useHashSecret } from '#client/lib/use-hash-secret.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Problem } from '#client/ui/form.tsx'
import { NarrowPage } from '#client/ui/page-head.tsx'
import { EMAIL_MESSAGES } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'
import { EMAIL_LINK_TEXT } from './email-link-messages.ts'

/** For a link that was opened in another browser than the one that requested it. */
const WithCode = () => {
  const [email, setEmail] = useState('')
  const enter = useMutation({
    mutationFn: (code: string) =>
      finishEmailSignIn(() => api('POST /api/sign-in/email/code', { body: { email, code } })),
  })
  return (
    <div className="stack gap-4">
      <EmailField value={email} onChange={setEmail} />
      <CodeForm
        submit={EMAIL_LINK_TEXT.signInWithCode}
        isBusy={enter.isPending || enter.isSuccess}
        problem={enter.error?.message}
        onSubmit={enter.mutate}
      />
    </div>
  )
}

/** The link of an email leads here. Only the button uses it, because mail scanners open links too. */
const EmailLinkPage = () => {
  usePageTitle(EMAIL_LINK_TEXT.title)
  const token = useHashSecret(paths.emailLink.href())
  const signIn = useMutation({
    mutationFn: (linkToken: string) =>
      finishEmailSignIn(() => api('POST /api/sign-in/email/link', { body: { token: linkToken } })),
  })
  const isOtherBrowser =
    signIn.error instanceof ApiError && signIn.error.code === EMAIL_MESSAGES.otherBrowserCode
  return (
    <NarrowPage title={EMAIL_LINK_TEXT.title} lead={EMAIL_LINK_TEXT.lead}>
      <Problem>{signIn.error?.message}</Problem>
      {token && !signIn.isError && (
        <Button
          variant="primary"
          isBusy={signIn.isPending || signIn.isSuccess}
          onClick={() => signIn.mutate(token)}
        >
          {EMAIL_LINK_TEXT.title}
        </Button>
      )}
      {isOtherBrowser && <WithCode />}
      {(token === null || (signIn.isError && !isOtherBrowser)) && (
        <ButtonLink to={paths.login.href()}>{EMAIL_LINK_TEXT.requestAnother}</ButtonLink>
      )}
    </NarrowPage>
  )
}

export default EmailLinkPage
