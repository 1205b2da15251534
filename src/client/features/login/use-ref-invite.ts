import { useEffect, useState } from 'react'
import {
  endInviteArrival,
  pendingInvite,
  takeInviteArrival,
} from '#client/account/invite-arrival.ts'
import { noteSigningIn } from '#client/account/sign-in.ts'
import { api, failureText } from '#client/lib/api.ts'
import { INVITE_MESSAGES } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'

/** §2, §8: a ref in the URL of Login signs up; a failure returns to Login with its message. */
export const useRefInvite = () => {
  const [isCreating, setIsCreating] = useState(pendingInvite()?.kind === 'ref')
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const arrival = takeInviteArrival()
    if (arrival?.kind !== 'ref') return
    const redeem = async () => {
      try {
        const body = { ref: arrival.ref }
        await api('POST /api/invite-codes/validate-and-create-user-by-ref', { body })
        noteSigningIn()
        window.location.assign(paths.profile.href('saved-products'))
      } catch (error) {
        endInviteArrival()
        setProblem(failureText(error, INVITE_MESSAGES.createAccountFailed))
        setIsCreating(false)
      }
    }
    void redeem()
  }, [])

  return { isCreating, problem }
}
