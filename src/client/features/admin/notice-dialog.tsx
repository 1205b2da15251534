import { api } from '#client/lib/api.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { AdminNotice } from '#shared/contract/takedown.ts'
import styles from './admin-page.module.css'
import { timeText } from './date-text.ts'
import { ReasonForm } from './reason-form.tsx'
import { RemoveForm } from './remove-form.tsx'

type NoticeDialogProps = { notice: AdminNotice; onClose: () => void }

const FACTS = {
  address: 'About',
  work: 'Work',
  explanation: 'Explanation',
  name: 'Name',
  email: 'Email',
  contact: 'Contact',
  signature: 'Signature',
  reason: 'Decision',
} as const

export const NoticeDialog = ({ notice, onClose }: NoticeDialogProps) => (
  <Dialog isOpen onClose={onClose} title={`Notice ${notice.reference}`}>
    <dl className={styles.facts}>
      <dt className="quiet">Received</dt>
      <dd>{timeText(notice.receivedAt)}</dd>
      {Object.entries(FACTS).map(([member, label]) => {
        const value = notice[member as keyof typeof FACTS]
        return (
          value !== null && (
            <div key={member} className={styles.fact}>
              <dt className="quiet">{label}</dt>
              <dd>{member === 'address' ? <a href={value}>{value}</a> : value}</dd>
            </div>
          )
        )
      })}
    </dl>
    {notice.state === 'open' && (
      <div className={classNames('stack gap-5', styles.actions)}>
        <RemoveForm address={notice.address} notice={notice.id} onDone={onClose} />
        <DeclineForm notice={notice} onClose={onClose} />
      </div>
    )}
  </Dialog>
)

const DeclineForm = ({ notice: { id }, onClose }: NoticeDialogProps) => (
  <ReasonForm
    name="Decline the notice"
    label="Reason for leaving the content as it is"
    action="Decline"
    done="The notice is declined"
    run={async (reason) => {
      await api('POST /api/admin/notices/:id/decline', { params: { id }, body: { reason } })
      onClose()
    }}
  />
)
