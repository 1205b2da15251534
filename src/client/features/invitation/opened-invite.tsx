import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  endInviteArrival,
  takeInviteArrival,
  useCreatedAccount,
} from '#client/account/invitations.ts'
import { signOutHere, useSession } from '#client/account/session.ts'
import { api, ApiError, describeFailure } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { NarrowPage } from '#client/ui/page-head.tsx'
import { FullPageSpinner } from '#client/ui/state.tsx'
import { INVITE_MESSAGES, LOGIN_TEXT, INVITATION_TEXT } from '#shared/account-messages.ts'
import { guessNameFromEmail } from '#shared/domain/text.ts'
import { paths } from '#shared/paths.ts'
import styles from './invitation-page.module.css'

/** The message for each outcome; all lead to Login. */
const createAccount = async (email: string, code: string) => {
  try {
    const { key } = await api('POST /api/invite-codes/validate-and-create-user', {
      body: { email, code, name: guessNameFromEmail(email) },
    })
    return { message: INVITE_MESSAGES.accountCreated(key), email, key }
  } catch (error) {
    const reason = describeFailure(error, INVITE_MESSAGES.createAccountFailed)
    const isRefused = error instanceof ApiError && error.status > 0
    return { message: isRefused ? INVITE_MESSAGES.error(reason) : reason, email, key: null }
  }
}

/** Email and code in the URL of Profile create an account. */
const EmailInvite = () => {
  const navigate = useNavigate()

  useEffect(() => {
    const arrival = takeInviteArrival()
    if (arrival?.kind !== 'code') return
    const redeem = async () => {
      useCreatedAccount.setState({ result: await createAccount(arrival.email, arrival.code) })
      endInviteArrival()
      await navigate(paths.login.href(), { replace: true })
    }
    void redeem()
  }, [navigate])

  return <FullPageSpinner message={LOGIN_TEXT.creatingAccount} />
}

/** An invitation link was opened while signed in; redeeming it would lose the session or the key. */
const SignedInInvite = () => {
  usePageTitle(INVITATION_TEXT.yourInvitation)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { user } = useSession()
  const [isLeaving, setIsLeaving] = useState(false)
  const handleStay = () => {
    endInviteArrival()
    void navigate(paths.home.href(), { replace: true })
  }
  const handleUse = () => {
    setIsLeaving(true)
    void signOutHere(queries)
  }
  return (
    <NarrowPage
      title={INVITATION_TEXT.alreadySignedIn}
      lead={INVITATION_TEXT.alreadySignedInHint(user?.displayName ?? '')}
    >
      <div className={classNames('stack gap-3', styles.form)}>
        <Button variant="primary" isBusy={isLeaving} onClick={handleUse}>
          {INVITATION_TEXT.signOutAndUse}
        </Button>
        <Button onClick={handleStay}>{INVITATION_TEXT.staySignedIn}</Button>
      </div>
    </NarrowPage>
  )
}

/** What an invitation link opens, instead of the page of its address. */
const OpenedInvite = ({ isSignedIn }: { isSignedIn: boolean }) =>
  isSignedIn ? <SignedInInvite /> : <EmailInvite />

export default OpenedInvite
