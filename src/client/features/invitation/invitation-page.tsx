import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { InviteRequest } from '#client/account/invite-request.tsx'
import { cacheInviteStatus } from '#client/account/invite-status.ts'
import { useSession } from '#client/account/session.ts'
import { visitNote } from '#client/account/visit-note.ts'
import { api, ApiError, failureText } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { NarrowPage } from '#client/ui/page-head.tsx'
import { INVITATION_TEXT, INVITE_MESSAGES, INVITE_REQUEST_TEXT } from '#shared/account-messages.ts'
import type { Account } from '#shared/contract/session.ts'
import { emptyInviteBoxes, inviteCodeProblem } from '#shared/domain/invite-code.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { CodeBoxes } from './code-boxes.tsx'
import styles from './invitation-page.module.css'

/** The server's message or a fallback; network errors have their own message. */
const failureOf = (error: unknown) =>
  error instanceof ApiError && error.status > 0
    ? failureText(error, INVITE_MESSAGES.saveFailed)
    : INVITE_MESSAGES.saveThrew

const CodeForm = ({ user }: { user: Account }) => {
  const problemId = useId()
  const [boxes, setBoxes] = useState(emptyInviteBoxes)
  const [incomplete, setIncomplete] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: (code: string) =>
      api('POST /invite-code.php?action=save', { body: { firebase_uid: user.uid, code } }),
    onSuccess: () => {
      cacheInviteStatus(user.uid)
      // §4: the page fully reloads to /, unless a visit to /find waits for its invitation.
      window.location.assign((visitNote.isThere() ? paths.find : paths.home).href())
    },
  })
  const problem = incomplete ?? (save.error ? failureOf(save.error) : null)
  const isBusy = save.isPending || save.isSuccess

  const handleChange = (next: string[]) => {
    setIncomplete(null)
    save.reset()
    setBoxes(next)
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const code = boxes.join('')
    const found = inviteCodeProblem(code)
    setIncomplete(found)
    if (!found) save.mutate(code)
  }
  return (
    <form className={classNames('stack gap-3', styles.form)} onSubmit={handleSubmit}>
      <CodeBoxes
        boxes={boxes}
        onChange={handleChange}
        isDisabled={isBusy}
        problemId={problem ? problemId : undefined}
      />
      <p id={problemId} className={classNames('problem', styles.problem)} role="alert">
        {problem}
      </p>
      <Button type="submit" variant="primary" className={styles.submit} isBusy={isBusy}>
        {isBusy ? INVITATION_TEXT.submitting : INVITATION_TEXT.submit}
      </Button>
    </form>
  )
}

const InvitationPage = () => {
  usePageTitle(INVITATION_TEXT.title)
  const { user, isChecking } = useSession()
  return (
    <NarrowPage title={INVITATION_TEXT.title} lead={INVITATION_TEXT.instruction}>
      {user?.hasInviteCode && (
        <>
          <p>You already have an invitation code.</p>
          <ButtonLink variant="primary" to={paths.addProductPhoto.href()}>
            {NAVIGATION_TEXT.uploadProduct}
          </ButtonLink>
        </>
      )}
      {user && !user.hasInviteCode && <CodeForm user={user} />}
      {!user && !isChecking && (
        <>
          <p>Please sign in first. A code can only be added to an account.</p>
          <ButtonLink
            variant="primary"
            to={paths.login.href({ redirect: paths.invitation.href() })}
          >
            Sign in
          </ButtonLink>
        </>
      )}
      {!user?.hasInviteCode && !isChecking && (
        <section className="stack gap-4" aria-labelledby="request">
          <h2 id="request" className={styles.request}>
            {INVITE_REQUEST_TEXT.title}
          </h2>
          <InviteRequest />
        </section>
      )}
    </NarrowPage>
  )
}

export default InvitationPage
