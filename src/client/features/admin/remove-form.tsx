import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { NOTICE } from '#shared/constants.ts'
import styles from './admin-page.module.css'
import { useAction } from './use-action.ts'

type RemoveFormProps = {
  address: string
  /** The notice that asks for it. */
  notice: string | null
  onDone?: () => void
}

/** One action for a look, a picture or a product, by any of its addresses. */
export const RemoveForm = ({ address: given, notice, onDone }: RemoveFormProps) => {
  const [address, setAddress] = useState(given)
  const [reason, setReason] = useState('')
  const remove = useAction(async () => {
    await api('POST /api/admin/takedowns', {
      body: { address, reason, ...(notice && { notice }) },
    })
    setAddress('')
    setReason('')
    onDone?.()
  }, 'The content is removed')
  return (
    <form
      className={styles.form}
      aria-label="Remove content"
      onSubmit={(event) => {
        event.preventDefault()
        remove.mutate(undefined)
      }}
    >
      <TextField
        label="Address of a look, picture or product"
        required
        maxLength={NOTICE.addressChars}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <TextField
        label="Reason, which the sender of a notice is told"
        required
        maxLength={NOTICE.reasonChars}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" variant="primary" className="start" isBusy={remove.isPending}>
        Remove everywhere
      </Button>
    </form>
  )
}
