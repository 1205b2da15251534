import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { endInviteArrival } from '#client/account/invitations.ts'
import { endSession, useSession } from '#client/account/session.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { NarrowPage } from '#client/ui/page-head.tsx'
import { paths } from '#shared/paths.ts'
import styles from './invitation-page.module.css'

/** An invitation link was opened while signed in; redeeming it would lose the session or the key. */
const SignedInInvite = () => {
  usePageTitle('Your invitation')
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
    void endSession(queries)
  }
  return (
    <NarrowPage
      title="You are already signed in"
      lead={`This invitation creates a new account, and you are signed in as ${user?.displayName}. It has not been used yet: you can open the link again later.`}
    >
      <div className={classNames('stack gap-3', styles.form)}>
        <Button variant="primary" isBusy={isLeaving} onClick={handleUse}>
          Sign out and use it
        </Button>
        <Button onClick={handleStay}>Stay signed in</Button>
      </div>
    </NarrowPage>
  )
}

export default SignedInInvite
