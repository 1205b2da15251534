import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { backspaceInviteCode, spreadInviteCode } from '#shared/domain/invite-code.ts'
import { INVITE } from '#shared/constants.ts'
import { INVITATION_TEXT } from '#shared/account-messages.ts'
import styles from './code-boxes.module.css'

type CodeBoxesProps = {
  boxes: readonly string[]
  onChange: (boxes: string[]) => void
  isDisabled: boolean
  problemId: string | undefined
}

/** §5: six one-character boxes; typed or pasted text spreads over them, Backspace moves back. */
export const CodeBoxes = ({ boxes, onChange, isDisabled, problemId }: CodeBoxesProps) => {
  const inputs = useRef<(HTMLInputElement | null)[]>([])

  const apply = ({ boxes: next, focusIndex }: { boxes: string[]; focusIndex: number }) => {
    onChange(next)
    inputs.current[focusIndex]?.focus()
    inputs.current[focusIndex]?.select()
  }
  const handleInput = (index: number, value: string) => {
    if (value === '') onChange(boxes.with(index, ''))
    // The old character may be before or after the new one.
    else apply(spreadInviteCode(boxes, index, newText(value, boxes[index] ?? '')))
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
    <fieldset className={styles.boxes} aria-label={INVITATION_TEXT.title}>
      {boxes.map((box, index) => (
        <input
          // oxlint-disable-next-line react/no-array-index-key -- boxes are identified by position
          key={index}
          ref={(input) => {
            inputs.current[index] = input
          }}
          className={styles.box}
          aria-label={`Character ${index + 1} of ${INVITE.codeLength}`}
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

const newText = (value: string, before: string) =>
  before && value.length > 1
    ? value.startsWith(before)
      ? value.slice(before.length)
      : value.endsWith(before)
        ? value.slice(0, -before.length)
        : value
    : value
