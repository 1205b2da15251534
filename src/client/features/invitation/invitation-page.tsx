import { useMutation } from '@tanstack/react-query'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { InviteRequestForm } from '#client/account/account-forms.tsx'
import {
  enteredInviteCode,
  interruptedScan,
  messageAfterReload,
} from '#client/account/during-sign-in.ts'
import { cacheInviteStatus } from '#client/account/invitations.ts'
import { useSession } from '#client/account/session.ts'
import { api, ApiError, describeFailure } from '#client/lib/api.ts'
import { loadPage } from '#client/lib/load-page.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Form } from '#client/ui/form.tsx'
import { NarrowPage } from '#client/ui/page-head.tsx'
import { INVITATION_TEXT, INVITE_MESSAGES, INVITE_REQUEST_TEXT } from '#shared/account-messages.ts'
import { INVITE } from '#shared/account-constants.ts'
import type { Account } from '#shared/contract/session.ts'
import {
  backspaceInviteCode,
  createInviteBoxes,
  findInviteCodeProblem,
  spreadInviteCode,
} from '#shared/domain/invite-code.ts'
import { parseOwnSitePath } from '#shared/domain/links.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './invitation-page.module.css'

type CodeBoxesProps = {
  boxes: readonly string[]
  onChange: (boxes: string[]) => void
  isDisabled: boolean
  problemId: string | undefined
}

/** Six one-character boxes; typed or pasted text spreads over them, Backspace moves back. */
const CodeBoxes = ({ boxes, onChange, isDisabled, problemId }: CodeBoxesProps) => {
  const inputs = useRef<(HTMLInputElement | null)[]>([])

  const apply = ({ boxes: next, focusIndex }: { boxes: string[]; focusIndex: number }) => {
    onChange(next)
    inputs.current[focusIndex]?.focus()
    inputs.current[focusIndex]?.select()
  }
  const handleInput = (index: number, value: string) => {
    if (value === '') onChange(boxes.with(index, ''))
    // The old character may be before or after the new one.
    else apply(spreadInviteCode(boxes, index, findTypedText(value, boxes[index] ?? '')))
  }
  const handlePaste = (index: number, event: ClipboardEvent) => {
    event.preventDefault()
    apply(spreadInviteCode(boxes, index, event.clipboardData.getData('text')))
  }
  const handleKey = (index: number, event: KeyboardEvent) => {
    if (event.key === 'Backspace') {
      event.preventDefault()
      apply(backspaceInviteCode(boxes, index))
    } else if (event.key === 'ArrowLeft') inputs.current[index - 1]?.focus()
    else if (event.key === 'ArrowRight') inputs.current[index + 1]?.focus()
  }

  return (
    // Codes are written from left to right in every language.
    <fieldset className={styles.boxes} dir="ltr" aria-label={INVITATION_TEXT.title}>
      {boxes.map((box, index) => (
        <input
          // oxlint-disable-next-line react/no-array-index-key -- boxes are identified by position
          key={index}
          ref={(input) => {
            inputs.current[index] = input
          }}
          className={styles.box}
          aria-label={INVITATION_TEXT.character(index + 1, INVITE.codeLength)}
          aria-invalid={problemId ? true : undefined}
          aria-describedby={problemId}
          inputMode="text"
          autoCapitalize="characters"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          spellCheck={false}
          disabled={isDisabled}
          value={box}
          onChange={(event) => handleInput(index, event.target.value)}
          onPaste={(event) => handlePaste(index, event)}
          onKeyDown={(event) => handleKey(index, event)}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </fieldset>
  )
}

const findTypedText = (value: string, before: string) =>
  before && value.length > 1
    ? value.startsWith(before)
      ? value.slice(before.length)
      : value.endsWith(before)
        ? value.slice(0, -before.length)
        : value
    : value

/** The server's message or a fallback; network errors have their own message. */
const describeSaveFailure = (error: unknown) =>
  error instanceof ApiError && error.status > 0
    ? describeFailure(error, INVITE_MESSAGES.saveFailed)
    : INVITE_MESSAGES.saveThrew

/** A signed-out visitor signs in after entering the code, which is redeemed on the way back. */
const CodeForm = ({ user }: { user: Account | null }) => {
  const { state } = useLocation()
  const navigate = useNavigate()
  const from = parseOwnSitePath((state as { from?: string } | null)?.from)
  const problemId = useId()
  const [boxes, setBoxes] = useState(
    () => spreadInviteCode(createInviteBoxes(), 0, enteredInviteCode.read() ?? '').boxes,
  )
  const [incomplete, setIncomplete] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: (code: string) =>
      api('POST /invite-code.php?action=save', { body: { firebase_uid: user?.uid ?? '', code } }),
    onSuccess: () => {
      if (user) cacheInviteStatus(user.uid)
      messageAfterReload.write(INVITATION_TEXT.accepted)
      // The page fully reloads to /, unless the code was needed to go on with something.
      const waiting = interruptedScan.read() !== null ? paths.find.href() : from
      loadPage(waiting ?? paths.home.href())
    },
  })
  const problem = incomplete ?? (save.error ? describeSaveFailure(save.error) : null)
  const isBusy = save.isPending || save.isSuccess

  const handleChange = (next: string[]) => {
    setIncomplete(null)
    save.reset()
    setBoxes(next)
  }
  const handleSubmit = () => {
    const code = boxes.join('')
    const codeProblem = findInviteCodeProblem(code)
    setIncomplete(codeProblem)
    if (codeProblem) return
    if (user) save.mutate(code)
    else {
      enteredInviteCode.write(code)
      void navigate(paths.login.href({ redirect: paths.invitation.href() }))
    }
  }
  const redeemEnteredCode = useEffectEvent(() => {
    const code = user && enteredInviteCode.take()
    if (code) save.mutate(code)
  })
  useEffect(() => redeemEnteredCode(), [])
  return (
    <Form className={classNames('stack gap-3', styles.form)} onSubmit={handleSubmit}>
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
    </Form>
  )
}

const InvitationPage = () => {
  usePageTitle(INVITATION_TEXT.title)
  const { user, isChecking } = useSession()
  return (
    <NarrowPage title={INVITATION_TEXT.title} lead={INVITATION_TEXT.instruction}>
      {user?.hasInviteCode && (
        <>
          <p>{INVITATION_TEXT.hasCode}</p>
          <ButtonLink variant="primary" to={paths.addProductPhoto.href()}>
            {NAVIGATION_TEXT.uploadProduct}
          </ButtonLink>
        </>
      )}
      {!isChecking && !user?.hasInviteCode && <CodeForm key={user?.uid} user={user ?? null} />}
      {!user && !isChecking && <p>{INVITATION_TEXT.signInNext}</p>}
      {!user?.hasInviteCode && !isChecking && (
        <section className="stack gap-4" aria-labelledby="request">
          <h2 id="request" className={styles.request}>
            {INVITE_REQUEST_TEXT.title}
          </h2>
          <InviteRequestForm />
        </section>
      )}
    </NarrowPage>
  )
}

export default InvitationPage
