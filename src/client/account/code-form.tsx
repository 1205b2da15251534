import { type SubmitEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { EMAIL_SIGN_IN } from '#shared/constants.ts'

type CodeFormProps = {
  submit: string
  isBusy: boolean
  problem: string | null | undefined
  onSubmit: (code: string) => void
}

/** For the code of a mail. */
export const CodeForm = ({ submit, isBusy, problem, onSubmit }: CodeFormProps) => {
  const [code, setCode] = useState('')
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit(code)
  }
  return (
    <form className="stack gap-4" onSubmit={handleSubmit}>
      <TextField
        label="Code from the mail"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        // People may type or paste the space between the groups.
        maxLength={EMAIL_SIGN_IN.codeDigits + 2}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        problem={problem}
      />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {submit}
      </Button>
    </form>
  )
}
