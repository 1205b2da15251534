import { type ReactNode, useState } from 'react'
import {
  readInterruptedAction,
  readInterruptedDraft,
  useRecentSignIn,
} from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { ChoiceField, TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import { NOTICE } from '#shared/site-constants.ts'
import type { AdminNotice, NoticeState } from '#shared/contract/takedown.ts'
import {
  AdminList,
  formatDate,
  Fact,
  formatTime,
  useAdminAction,
  useAdminPages,
} from './admin-parts.tsx'
import styles from './admin-page.module.css'
import { NOTICES_TEXT } from './takedown-messages.ts'

export const NoticeList = () => {
  const [state, setState] = useState<NoticeState>('open')
  const [openNotice, setOpenNotice] = useState<AdminNotice | null>(null)
  const list = useAdminPages(
    ['notices', state],
    (after, signal) => api('GET /api/admin/notices', { query: { state, ...after }, signal }),
    (page) => page.notices,
  )
  const open =
    openNotice ??
    list.items.find(({ id }) => buildRemoveAction(id) === readInterruptedAction()) ??
    null
  return (
    <>
      <div className={styles.tools}>
        <ChoiceField
          label={NOTICES_TEXT.notices}
          options={NOTICES_TEXT.states}
          value={state}
          onChange={setState}
        />
      </div>
      <AdminList
        {...list}
        label={NOTICES_TEXT.notices}
        notLoaded={NOTICES_TEXT.notLoaded}
        empty={NOTICES_TEXT.empty}
      >
        {(notice) => (
          <li key={notice.id} className={styles.row}>
            <button type="button" className={styles.name} onClick={() => setOpenNotice(notice)}>
              {notice.reference}
            </button>
            <span className="quiet small">{notice.address}</span>
            <span
              className={classNames(
                'small',
                styles.badge,
                notice.kind === 'child-abuse' ? styles.alarming : undefined,
              )}
            >
              {NOTICES_TEXT.kinds[notice.kind]}
            </span>
            <span className={classNames('quiet small', styles.when)}>
              {formatDate(notice.receivedAt)}
            </span>
          </li>
        )}
      </AdminList>
      {open && <NoticeDialog key={open.id} notice={open} onClose={() => setOpenNotice(null)} />}
    </>
  )
}

type NoticeDialogProps = { notice: AdminNotice; onClose: () => void }

const NoticeDialog = ({ notice, onClose }: NoticeDialogProps) => (
  <Dialog isOpen onClose={onClose} title={NOTICES_TEXT.noticeOf(notice.reference)}>
    <dl className={styles.facts}>
      <Fact name={NOTICES_TEXT.received}>{formatTime(notice.receivedAt)}</Fact>
      {Object.entries(NOTICES_TEXT.facts).map(([member, label]) => {
        const value = notice[member as keyof typeof NOTICES_TEXT.facts]
        return (
          value !== null && (
            <Fact key={member} name={label}>
              {member === 'address' ? <a href={value}>{value}</a> : <Verbatim>{value}</Verbatim>}
            </Fact>
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
    name={NOTICES_TEXT.declineForm}
    label={NOTICES_TEXT.declineReason}
    action={NOTICES_TEXT.decline}
    done={NOTICES_TEXT.declined}
    run={async (reason) => {
      await api('POST /api/admin/notices/:id/decline', { params: { id }, body: { reason } })
      onClose()
    }}
  />
)

type RemoveFormProps = {
  address: string
  /** The notice that asks for it. */
  notice: string | null
  onDone?: () => void
}

const buildRemoveAction = (notice: string | null) => `remove-content:${notice ?? ''}`

/** Removes a look, a picture or a product, whichever of its addresses is entered. */
export const RemoveForm = ({ address: initialAddress, notice, onDone }: RemoveFormProps) => {
  const action = buildRemoveAction(notice)
  const [address, setAddress] = useState(() => readDraft(action).address ?? initialAddress)
  return (
    <ReasonForm
      name={NOTICES_TEXT.removeForm}
      label={NOTICES_TEXT.removeReason}
      action={NOTICES_TEXT.remove}
      isMain
      className={styles.form}
      done={NOTICES_TEXT.removed}
      sensitive={{ action, address }}
      run={async (reason) => {
        await api('POST /api/admin/takedowns', {
          body: { address, reason, ...(notice && { notice }) },
        })
        setAddress('')
        onDone?.()
      }}
    >
      <TextField
        label={NOTICES_TEXT.address}
        required
        maxLength={NOTICE.addressChars}
        value={address}
        onChange={setAddress}
      />
    </ReasonForm>
  )
}

type ReasonDraft = { reason?: string; address?: string }
const readDraft = (action: string) =>
  JSON.parse(readInterruptedDraft(action) ?? '{}') as ReasonDraft

type ReasonFormProps = {
  /** The accessible name of the form. */
  name: string
  /** The label of the field for the reason. */
  label: string
  /** The label of the button. */
  action: string
  isMain?: boolean
  className?: string | undefined
  /** Further fields, before the reason. */
  children?: ReactNode
  /** The toast when it has worked. */
  done: string
  /** Set if it needs a recent sign-in; after that it continues with the same address and reason. */
  sensitive?: { action: string; address: string }
  run: (reason: string) => Promise<unknown>
}

/** A form for a decision that requires a reason. */
export const ReasonForm = ({
  name,
  label,
  action,
  isMain = false,
  className = 'stack gap-4',
  children,
  done,
  sensitive,
  run,
}: ReasonFormProps) => {
  const continuing = sensitive?.action ?? name
  const [reason, setReason] = useState(() => readDraft(continuing).reason ?? '')
  const decide = useAdminAction(async () => {
    await run(reason)
    setReason('')
  }, done)
  const deciding = useRecentSignIn(continuing, () => decide.mutate(), {
    draft: JSON.stringify({ reason, address: sensitive?.address }),
  })
  return (
    <>
      <Form
        className={className}
        aria-label={name}
        onSubmit={() => (sensitive ? deciding.start() : decide.mutate())}
      >
        {children}
        <TextField
          label={label}
          required
          maxLength={NOTICE.reasonChars}
          value={reason}
          onChange={setReason}
        />
        <Button
          type="submit"
          className="start"
          variant={isMain ? 'primary' : 'secondary'}
          isBusy={deciding.isChecking || decide.isPending}
        >
          {action}
        </Button>
      </Form>
      {/* Outside the form: a code that is entered there must not submit this form too. */}
      {deciding.dialog}
    </>
  )
}
