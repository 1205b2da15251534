import { INVITE } from '#shared/account-constants.ts'
import { INVITE_CODE_INCOMPLETE } from '#shared/account-messages.ts'

/** The normalized form for comparison; codes are case-insensitive. */
export const normalizeInviteCode = (code: string): string => code.trim().toUpperCase()

export const createInviteBoxes = (): string[] => Array.from({ length: INVITE.codeLength }, () => '')

interface InviteBoxes {
  boxes: string[]
  focusIndex: number
}

/**
 * Several characters typed or pasted spread across the boxes from `index` on; a whole code fills
 * them all. Spaces and dashes are dropped.
 */
export const spreadInviteCode = (
  boxes: readonly string[],
  index: number,
  text: string,
): InviteBoxes => {
  const characters = Array.from(text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
  const start = characters.length >= boxes.length ? 0 : index
  const filledBoxes = boxes.map((box, boxIndex) => characters[boxIndex - start] ?? box)
  return { boxes: filledBoxes, focusIndex: Math.min(start + characters.length, boxes.length - 1) }
}

/** Backspace clears a filled box; on an empty box it moves focus back. */
export const backspaceInviteCode = (boxes: readonly string[], index: number): InviteBoxes =>
  boxes[index]
    ? { boxes: boxes.with(index, ''), focusIndex: index }
    : { boxes: [...boxes], focusIndex: Math.max(index - 1, 0) }

/** An invite code must be 6 characters. */
export const findInviteCodeProblem = (code: string): string | null =>
  Array.from(normalizeInviteCode(code)).length === INVITE.codeLength ? null : INVITE_CODE_INCOMPLETE
