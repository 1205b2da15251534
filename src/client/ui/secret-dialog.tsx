import { useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { TextField } from './text-field.tsx'
import { toast } from './toast.ts'

/** A secret to copy. Where the clipboard is not available, it is selected. */
const SecretField = ({ label, secret }: { label: string; secret: string }) => {
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(secret)
      toast.success('Copied')
    } catch {
      toast.info('Press Ctrl+C or ⌘C to copy')
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

type SecretDialogProps = {
  title: string
  description: string
  label: string
  secret: string
  onClose: () => void
}

/** Shows a new secret, which cannot be shown again. */
export const SecretDialog = ({ title, description, label, secret, onClose }: SecretDialogProps) => (
  <Dialog
    isOpen
    onClose={onClose}
    title={title}
    description={description}
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <SecretField label={label} secret={secret} />
  </Dialog>
)
