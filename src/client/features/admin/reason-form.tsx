import { type ReactNode, useState } from 'react'
import { useRecentSignIn } from '#client/account/use-recent-sign-in.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { NOTICE } from '#shared/constants.ts'
import { useAction } from './use-action.ts'

type ReasonFormProps = {
  /** What the form is for. */
  name: string
  label: string
  /** On the button. */
  action: string
  isMain?: boolean
  className?: string | undefined
  /** Further fields, before the reason. */
  children?: ReactNode
  /** What is shown when it worked. */
  done: string
  needsRecentSignIn?: boolean
  run: (reason: string) => Promise<unknown>
}

/** A decision that has to be explained. */
export const ReasonForm = ({
  name,
  label,
  action,
  isMain = false,
  className = 'stack gap-4',
  children,
  done,
  needsRecentSignIn = false,
  run,
}: ReasonFormProps) => {
  const [reason, setReason] = useState('')
  const decide = useAction(async () => {
    await run(reason)
    setReason('')
  }, done)
  const deciding = useRecentSignIn(null, () => decide.mutate(undefined))
  return (
    <>
      <form
        className={className}
        aria-label={name}
        onSubmit={(event) => {
          event.preventDefault()
          if (needsRecentSignIn) deciding.start()
          else decide.mutate(undefined)
        }}
      >
        {children}
        <TextField
          label={label}
          required
          maxLength={NOTICE.reasonChars}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button
          type="submit"
          className="start"
          variant={isMain ? 'primary' : 'secondary'}
          isBusy={deciding.isChecking || decide.isPending}
        >
          {action}
        </Button>
      </form>
      {/* Outside the form: a code that is entered there must not submit this form too. */}
      {deciding.dialog}
    </>
  )
}
