import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { NOTICE } from '#shared/constants.ts'
import styles from './admin-page.module.css'
import { ReasonForm } from './reason-form.tsx'

type RemoveFormProps = {
  address: string
  /** The notice that asks for it. */
  notice: string | null
  onDone?: () => void
}

/** One action for a look, a picture or a product, by any of its addresses. */
export const RemoveForm = ({ address: given, notice, onDone }: RemoveFormProps) => {
  const [address, setAddress] = useState(given)
  return (
    <ReasonForm
      name="Remove content"
      label="Reason, which the sender of a notice is told"
      action="Remove everywhere"
      isMain
      className={styles.form}
      done="The content is removed"
      needsRecentSignIn
      run={async (reason) => {
        await api('POST /api/admin/takedowns', {
          body: { address, reason, ...(notice && { notice }) },
        })
        setAddress('')
        onDone?.()
      }}
    >
      <TextField
        label="Address of a look, picture or product"
        required
        maxLength={NOTICE.addressChars}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
    </ReasonForm>
  )
}
