import { toast } from '#client/ui/toast.ts'

/** Falls back to a legacy copy method. True if either worked. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return legacyCopy(text) // Refused, or the page is not on https.
  }
}

const legacyCopy = (text: string): boolean => {
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

/** By the browser's own dialog where there is one, else as a copied link. */
export const shareLink = async (title: string, path: string): Promise<void> => {
  const url = location.origin + path
  if (typeof navigator.share === 'function') {
    // Closing the browser's own dialog is no failure.
    await navigator.share({ title, url }).catch(() => undefined)
    return
  }
  if (await copyText(url)) toast.show('Link copied', { kind: 'success' })
  else toast.show('Could not copy the link', { kind: 'error' })
}
