import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button, IconButton } from '#client/ui/button.tsx'
import { ConfirmButton, Dialog } from '#client/ui/dialog.tsx'
import { Checkboxes, ChoiceField, TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { QueryError } from '#client/ui/state.tsx'
import { toast } from '#client/ui/toast.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { API_KEYS } from '#shared/account-constants.ts'
import type { ApiKey, NewApiKey } from '#shared/contract/api-keys.ts'
import { type KeyScope, READ_SCOPE } from '#shared/contract/permissions.ts'
import { useRecentSignIn } from './use-recent-sign-in.tsx'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { API_KEY_TEXT } from './api-key-messages.ts'
import { RichText, escapeTags } from '#client/ui/rich-text.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import { SCOPE_TEXT } from '#shared/key-messages.ts'

/** Whose keys are listed: the user's or the site's. */
type KeyOwner<Scope extends KeyScope> = {
  name: 'account' | 'site'
  /** What a key can be given beyond reading the catalogue. */
  scopes: readonly Scope[]
  list: (signal: AbortSignal) => Promise<ApiKey[]>
  create: (key: NewApiKey & { scopes: (Scope | 'browse')[] }) => Promise<{ secret: string }>
  revoke: (id: string) => Promise<unknown>
}

const listLifetimes = (): Record<string, string> => ({
  ...Object.fromEntries(API_KEYS.lifeDays.map((days) => [days, API_KEY_TEXT.lifetimeInDays(days)])),
  never: API_KEY_TEXT.unlimitedLifetime,
})
const DEFAULT_LIFETIME = '90'

const formatMoment = (moment: string) =>
  new Date(moment).toLocaleString(LOCALE_TEXT.formatLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })

/** Reading alone and other scopes exclude each other; the last choice counts. */
const keepOne = <Scope extends KeyScope>(scopes: readonly Scope[]): readonly Scope[] =>
  scopes.at(-1) === READ_SCOPE ? scopes.slice(-1) : scopes.filter((scope) => scope !== READ_SCOPE)

/** The API keys of an account or of the site, which can be created and revoked. */
export const ApiKeys = <Scope extends KeyScope>({ owner }: { owner: KeyOwner<Scope> }) => {
  const queries = useQueryClient()
  const queryKey = ['api-keys', owner.name]
  const [isCreating, setIsCreating] = useState(false)
  const creating = useRecentSignIn(`create-key-${owner.name}`, () => setIsCreating(true))
  const keys = useQuery({ queryKey, queryFn: ({ signal }) => owner.list(signal), staleTime: 0 })
  if (keys.isError && !keys.data) return <QueryError title={API_KEY_TEXT.notLoaded} query={keys} />
  return (
    <div className="stack gap-5">
      {keys.data && keys.data.length > 0 && (
        <ul className="rows" aria-label={API_KEY_TEXT.list}>
          {keys.data.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={owner.revoke} queryKey={queryKey} />
          ))}
        </ul>
      )}
      <Button className="start" icon="key" isBusy={creating.isChecking} onClick={creating.start}>
        {API_KEY_TEXT.createKey}
      </Button>
      {creating.dialog}
      {isCreating && (
        <CreateDialog
          owner={owner}
          onClose={() => {
            setIsCreating(false)
            void queries.invalidateQueries({ queryKey })
          }}
        />
      )}
    </div>
  )
}

const describeExpiry = ({ expiresAt, isExpired }: ApiKey) => {
  if (expiresAt === null) return API_KEY_TEXT.noExpiry
  return isExpired
    ? API_KEY_TEXT.expired(formatMoment(expiresAt))
    : API_KEY_TEXT.expires(formatMoment(expiresAt))
}

type KeyRowProps = {
  apiKey: ApiKey
  onRevoke: (id: string) => Promise<unknown>
  queryKey: string[]
}

const KeyRow = ({ apiKey, onRevoke, queryKey }: KeyRowProps) => {
  const { id, name, hint, scopes, lastUsedAt, isExpired } = apiKey
  const revoke = useAction(() => onRevoke(id), {
    done: API_KEY_TEXT.isRevoked(name),
    refresh: [queryKey],
  })
  return (
    <li className="row wrap between gap-3 entry">
      <div className="stack gap-1 fill">
        <p>
          <Verbatim>{name}</Verbatim> <span className="quiet small">{API_KEY_TEXT.hint(hint)}</span>
        </p>
        <p className="quiet small">{scopes.map((scope) => SCOPE_TEXT[scope]).join('; ')}</p>
        <p className={isExpired ? 'problem' : 'quiet small'}>{describeExpiry(apiKey)}</p>
        <p className="quiet small">
          {lastUsedAt ? API_KEY_TEXT.lastUsed(formatMoment(lastUsedAt)) : API_KEY_TEXT.notUsedYet}
        </p>
      </div>
      <ConfirmButton
        title={API_KEY_TEXT.revokeQuestion(name)}
        description={API_KEY_TEXT.revokeExplanation}
        confirm={API_KEY_TEXT.revokeKey}
        action={revoke}
      >
        <span>
          <RichText
            text={API_KEY_TEXT.revoke(escapeTags(name))}
            tags={{ hidden: <span className="visually-hidden" /> }}
          />
        </span>
      </ConfirmButton>
    </li>
  )
}

type CreateDialogProps<Scope extends KeyScope> = { owner: KeyOwner<Scope>; onClose: () => void }

const CreateDialog = <Scope extends KeyScope>({ owner, onClose }: CreateDialogProps<Scope>) => {
  const [lifetime, setLifetime] = useState(DEFAULT_LIFETIME)
  const [chosen, setChosen] = useState<readonly Scope[]>([])
  const create = useMutation({
    mutationFn: (name: string) =>
      owner.create({
        name,
        scopes: ['browse', ...chosen],
        lifeDays: API_KEYS.lifeDays.find((days) => String(days) === lifetime) ?? null,
      }),
  })
  if (create.data)
    return (
      <SecretDialog
        title={API_KEY_TEXT.newKey}
        description={API_KEY_TEXT.newKeyHint}
        label={API_KEY_TEXT.key}
        secret={create.data.secret}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={API_KEY_TEXT.createKey}
      description={API_KEY_TEXT.createHint}
    >
      <Form className="stack gap-5" onSubmit={(text) => create.mutate(text('name'))}>
        <TextField
          label={API_KEY_TEXT.name}
          name="name"
          required
          maxLength={API_KEYS.nameMaxChars}
          autoComplete="off"
          problem={create.error?.message}
        />
        <ChoiceField
          label={API_KEY_TEXT.lifetime}
          options={listLifetimes()}
          value={lifetime}
          onChange={setLifetime}
        />
        {owner.scopes.length > 0 && (
          <Checkboxes
            legend={API_KEY_TEXT.scopes}
            names={owner.scopes}
            labelOf={(scope) => SCOPE_TEXT[scope]}
            chosen={chosen}
            onChange={(scopes) => setChosen(keepOne(scopes))}
          />
        )}
        <Button type="submit" variant="primary" isBusy={create.isPending}>
          {API_KEY_TEXT.submit}
        </Button>
      </Form>
    </Dialog>
  )
}

/** A secret to copy. Where the clipboard is not available, it is selected. */
const SecretField = ({ label, secret }: { label: string; secret: string }) => {
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(secret)
      toast.success(API_KEY_TEXT.copied)
    } catch {
      toast.info(API_KEY_TEXT.copyByHand)
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
      action={
        <IconButton icon="copy" label={API_KEY_TEXT.copy(label)} onClick={() => void copy()} />
      }
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
        {API_KEY_TEXT.done}
      </Button>
    }
  >
    <SecretField label={label} secret={secret} />
  </Dialog>
)
