import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import {
  endInviteArrival,
  takeInviteArrival,
  useCreatedAccount,
} from '#client/account/invitations.ts'
import { api, ApiError, failureText } from '#client/lib/api.ts'
import { FullPageSpinner } from '#client/ui/state.tsx'
import { INVITE_MESSAGES, LOGIN_TEXT } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'

/** The message for each outcome; all lead to Login. */
const createAccount = async (email: string, code: string) => {
  try {
    const { key } = await api('POST /api/invite-codes/validate-and-create-user', {
      body: { email, code },
    })
    return { message: INVITE_MESSAGES.accountCreated(key), email, key }
  } catch (error) {
    const reason = failureText(error, INVITE_MESSAGES.createAccountFailed)
    const isRefused = error instanceof ApiError && error.status > 0
    return { message: isRefused ? INVITE_MESSAGES.error(reason) : reason, email, key: null }
  }
}

/** Email and code in the URL of Profile create an account. */
const EmailInvite = () => {
  const navigate = useNavigate()
  const show = useCreatedAccount((state) => state.show)

  useEffect(() => {
    const arrival = takeInviteArrival()
    if (arrival?.kind !== 'code') return
    const redeem = async () => {
      show(await createAccount(arrival.email, arrival.code))
      endInviteArrival()
      await navigate(paths.login.href(), { replace: true })
    }
    void redeem()
  }, [navigate, show])

  return <FullPageSpinner message={LOGIN_TEXT.creatingAccount} />
}

export default EmailInvite
