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
