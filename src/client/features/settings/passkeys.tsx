import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { canUsePasskeys, createPasskey, isPasskeyCanceled } from '#client/account/sign-in.ts'
import { RecentSignInButton } from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { formatDay } from '#client/lib/format-day.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { QueryError } from '#client/ui/state.tsx'
import { toast } from '#client/ui/toast.tsx'
import { PASSKEYS } from '#shared/account-constants.ts'
import type { Passkey } from '#shared/contract/passkeys.ts'
import { describeLastSeen } from './devices.tsx'
import { linkedQuery } from './linked-accounts.tsx'
import { PASSKEYS_TEXT } from './settings-messages.ts'
import { RichText, escapeTags } from '#client/ui/rich-text.tsx'
import { UI_TEXT } from '#client/ui/ui-messages.ts'
import { Verbatim } from '#client/ui/verbatim.tsx'

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await api('GET /api/account/passkeys', { signal })).data.passkeys,
  staleTime: 0,
})

/** Like `useAction`, but closing the browser's own dialog is no failure. */
const useChange = <Input = void,>(run: (input: Input) => Promise<unknown>, done: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => toast.success(done),
    onError: (error) => {
      if (!isPasskeyCanceled(error)) toast.failure(error)
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      await queries.invalidateQueries({ queryKey: linkedQuery.queryKey })
    },
  })
}

/** Passkeys of the account: signing in with a fingerprint, a face or a security key. */
export const Passkeys = () => {
  const passkeys = useQuery(passkeysQuery)
  const add = useChange(createPasskey, PASSKEYS_TEXT.added)
  if (passkeys.isError && !passkeys.data)
    return <QueryError title={PASSKEYS_TEXT.notLoaded} query={passkeys} />
  return (
    <div className="stack gap-5">
      <p className="quiet">{PASSKEYS_TEXT.lead}</p>
      {passkeys.data && passkeys.data.length > 0 && (
        <ul className="rows" aria-label={PASSKEYS_TEXT.list}>
          {passkeys.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <RecentSignInButton
          action="add-passkey"
          run={add.mutate}
          className="start"
          icon="key"
          isBusy={add.isPending}
        >
          {PASSKEYS_TEXT.addPasskey}
        </RecentSignInButton>
      ) : (
        <p className="quiet small">{PASSKEYS_TEXT.unsupported}</p>
      )}
    </div>
  )
}

const describeLastUse = ({ lastUsedAt }: Passkey) =>
  lastUsedAt
    ? describeLastSeen(lastUsedAt, Date.now(), PASSKEYS_TEXT.lastUsed)
    : PASSKEYS_TEXT.notUsedYet

const PasskeyRow = ({ passkey }: { passkey: Passkey }) => {
  const { id, name, isSynced, createdAt } = passkey
  const [openDialog, setOpenDialog] = useState<'rename' | 'remove' | null>(null)
  const close = () => setOpenDialog(null)
  return (
    <li className="row wrap between gap-3 entry">
      <div className="stack gap-1 fill">
        <p>
          <Verbatim>{name}</Verbatim>
        </p>
        <p className="quiet small">{describeLastUse(passkey)}</p>
        <p className="quiet small">
          {isSynced
            ? PASSKEYS_TEXT.addedAndSynced(formatDay(createdAt, 'long'))
            : PASSKEYS_TEXT.addedOn(formatDay(createdAt, 'long'))}
        </p>
      </div>
      <div className="row gap-3">
        <Button onClick={() => setOpenDialog('rename')}>
          <span>
            <RichText
              text={PASSKEYS_TEXT.rename(escapeTags(name))}
              tags={{ hidden: <span className="visually-hidden" /> }}
            />
          </span>
        </Button>
        <RecentSignInButton action={`remove-passkey-${id}`} run={() => setOpenDialog('remove')}>
          <span>
            <RichText
              text={PASSKEYS_TEXT.remove(escapeTags(name))}
              tags={{ hidden: <span className="visually-hidden" /> }}
            />
          </span>
        </RecentSignInButton>
      </div>
      {openDialog === 'rename' && <RenameDialog id={id} name={name} onClose={close} />}
      {openDialog === 'remove' && <RemoveDialog id={id} name={name} onClose={close} />}
    </li>
  )
}

type RowDialogProps = { id: string; name: string; onClose: () => void }

const RenameDialog = ({ id, name, onClose }: RowDialogProps) => {
  const [newName, setNewName] = useState(name)
  const rename = useChange(async () => {
    await api('PATCH /api/account/passkeys/:id', { params: { id }, body: { name: newName } })
    onClose()
  }, PASSKEYS_TEXT.renamed)
  return (
    <Dialog isOpen onClose={onClose} title={PASSKEYS_TEXT.renameTitle}>
      <Form className="stack gap-5" onSubmit={() => rename.mutate()}>
        <TextField
          label={PASSKEYS_TEXT.name}
          required
          maxLength={PASSKEYS.nameMaxChars}
          value={newName}
          onChange={setNewName}
        />
        <Button type="submit" variant="primary" isBusy={rename.isPending}>
          {PASSKEYS_TEXT.submitName}
        </Button>
      </Form>
    </Dialog>
  )
}

const RemoveDialog = ({ id, name, onClose }: RowDialogProps) => {
  const remove = useChange(async () => {
    await api('DELETE /api/account/passkeys/:id', { params: { id } })
    onClose()
  }, PASSKEYS_TEXT.removed)
  return (
    <ConfirmDialog
      isOpen
      title={PASSKEYS_TEXT.removeQuestion(name)}
      description={PASSKEYS_TEXT.removeExplanation}
      confirm={PASSKEYS_TEXT.removePasskey}
      cancel={UI_TEXT.cancel}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
