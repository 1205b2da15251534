import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { toast } from './toast.tsx'
import { UI_TEXT } from './ui-messages.ts'

/** Copies with the clipboard API or, where that is refused, the legacy way. True if either worked. */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without https there is no clipboard API, and the browser may refuse it.
    return copyWithTextArea(text)
  }
}

const copyWithTextArea = (text: string): boolean => {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  const holder = document.activeElement?.closest('dialog, [role="dialog"]') ?? document.body
  holder.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } finally {
    field.remove()
  }
}

/** Copies a link and confirms that in a toast. */
export const copyLink = async (url: string): Promise<void> => {
  if (await copyText(url)) toast.success(FINDER_TEXT.copied)
  else toast.error(UI_TEXT.linkNotCopied)
}

/** Shares with the browser's own dialog, or copies the link where there is none. */
export const shareLink = async (title: string, path: string): Promise<void> => {
  const url = location.origin + path
  // Closing the browser's own dialog is no failure.
  if (typeof navigator.share === 'function')
    await navigator.share({ title, url }).catch(() => undefined)
  else await copyLink(url)
}
