import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { CodeForm, EmailField } from '#client/account/account-forms.tsx'
import {
  finishEmailSignIn,
  canSuggestPasskeys,
  canUsePasskeys,
  isPasskeyCanceled,
  openSignedIn,
  askForPasskey,
  waitForSuggestedPasskey,
} from '#client/account/sign-in.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form, Problem } from '#client/ui/form.tsx'
import { LOGIN_TEXT } from '#shared/account-messages.ts'
import { EMAIL_SIGN_IN } from '#shared/account-constants.ts'
import { LOCAL_MAIL_PATH } from '#shared/paths.ts'
import styles from './login-page.module.css'
import { RichText, escapeTags } from '#client/ui/rich-text.tsx'
import { Link } from 'react-router'

type EmailFormProps = { redirect: string | null; isLocal: boolean }

/** Sign-in without a provider: an email with a link and a code. */
export const EmailForm = ({ redirect, isLocal }: EmailFormProps) => {
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () =>
      api('POST /api/sign-in/email', {
        body: redirect === null ? { email } : { email, redirect },
      }),
  })
  const enter = useMutation({
    mutationFn: (code: string) =>
      finishEmailSignIn(
        () => api('POST /api/sign-in/email/code', { body: { email, code } }),
        redirect,
      ),
  })
  if (ask.isSuccess)
    return (
      <div className="stack gap-4">
        <p aria-live="polite">
          {ask.data.data.isNew ? (
            <RichText text={LOGIN_TEXT.linkSent(escapeTags(email))} tags={{ b: <strong /> }} />
          ) : (
            <RichText
              text={LOGIN_TEXT.codeNeeded(escapeTags(email), EMAIL_SIGN_IN.sharedCodeDigits)}
              tags={{ b: <strong /> }}
            />
          )}
          {isLocal && (
            <>
              {' '}
              <RichText
                text={LOGIN_TEXT.localMail}
                tags={{
                  page: (
                    <Link to={LOCAL_MAIL_PATH} reloadDocument target="_blank" rel="noreferrer" />
                  ),
                }}
              />
            </>
          )}
        </p>
        <CodeForm
          submit={LOGIN_TEXT.signIn}
          isBusy={enter.isPending || enter.isSuccess}
          problem={enter.error?.message}
          onSubmit={enter.mutate}
        />
        <Button variant="quiet" className="start" onClick={() => ask.reset()}>
          {LOGIN_TEXT.otherAddress}
        </Button>
      </div>
    )
  return (
    <Form onSubmit={() => ask.mutate()}>
      <EmailField suggestsPasskeys value={email} onChange={setEmail} problem={ask.error?.message} />
      <Button type="submit" className={styles.provider} icon="mail" isBusy={ask.isPending}>
        {LOGIN_TEXT.continueWithEmail}
      </Button>
    </Form>
  )
}

type PasskeyButtonProps = {
  target: string
  /** Whether the page has a field for the address, which suggests passkeys. */
  hasEmailField: boolean
}

/** Sign-in with a passkey, also from the suggestions of the field for the address. */
export const PasskeyButton = ({ target, hasEmailField }: PasskeyButtonProps) => {
  const signIn = useMutation({
    mutationFn: async (proof: Awaited<ReturnType<typeof askForPasskey>> | null) =>
      api('POST /api/sign-in/passkey', { body: proof ?? (await askForPasskey()) }),
    onSuccess: () => openSignedIn(target),
  })
  const suggest = useEffectEvent(async () => {
    if (!(await canSuggestPasskeys())) return
    // Choosing a suggestion is optional, so ending without one is not an error.
    const proof = await waitForSuggestedPasskey().catch(() => null)
    if (proof) signIn.mutate(proof)
  })
  useEffect(() => {
    if (hasEmailField) void suggest()
  }, [hasEmailField])

  if (!canUsePasskeys()) return null
  const { error } = signIn
  return (
    <>
      <Button
        className={styles.provider}
        icon="key"
        isBusy={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate(null)}
      >
        {LOGIN_TEXT.continueWithPasskey}
      </Button>
      <Problem>{isPasskeyCanceled(error) ? null : error?.message}</Problem>
    </>
  )
}

type KeyFormProps = {
  /** Email and key from an invitation, filled in for the user. */
  invitedKey: { email: string; key: string } | null
  target: string
}

/** Sign-in with a one-time key, for accounts created by an invitation. */
export const KeyForm = ({ invitedKey, target }: KeyFormProps) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { email: string; key: string }) => api('POST /api/sign-in/key', { body }),
    onSuccess: () => openSignedIn(target),
  })
  return (
    <Form
      className="stack gap-5"
      onSubmit={(text) => mutate({ email: text('email'), key: text('key') })}
    >
      <EmailField label={LOGIN_TEXT.email} name="email" defaultValue={invitedKey?.email} />
      <TextField
        label={LOGIN_TEXT.key}
        name="key"
        defaultValue={invitedKey?.key}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        problem={error?.message}
      />
      <Button type="submit" variant="primary" isBusy={isPending}>
        {isPending ? LOGIN_TEXT.signingIn : LOGIN_TEXT.signIn}
      </Button>
    </Form>
  )
}
