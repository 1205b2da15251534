import { useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextField } from './text-field.tsx'
import { toast } from './toast.ts'

/** Something that is shown once, to be copied. Without a clipboard it is selected. */
export const SecretField = ({ label, secret }: { label: string; secret: string }) => {
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(secret)
      toast.show('Copied', { kind: 'success' })
    } catch {
      toast.show('Press Ctrl+C or ⌘C to copy')
    }
  }
  return (
    <TextField
      ref={field}
      label={label}
      value={secret}
      readOnly
      spellCheck={false}
      onFocus={(event) => event.target.select()}
      action={<IconButton icon="copy" label={`Copy ${label}`} onClick={() => void copy()} />}
    />
  )
}
