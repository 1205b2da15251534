import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { EmailField } from '#client/account/account-forms.tsx'
import { SignInLink } from '#client/account/pending-action.tsx'
import { useSession } from '#client/account/session.ts'
import { api } from '#client/lib/api.ts'
import { CURRENCY_OPTIONS, useVisitorCurrency } from '#client/lib/preferences.ts'
import { Button } from '#client/ui/button.tsx'
import { ChoiceField, TextField } from '#client/ui/fields.tsx'
import { Form, Problem } from '#client/ui/form.tsx'
import { toast } from '#client/ui/toast.tsx'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { DETECTION } from '#shared/finder-constants.ts'
import type { AlertCondition, SavedSearch } from '#shared/contract/alerts.ts'
import type { Offer } from '#shared/contract/catalog.ts'
import { countDecimals } from '#shared/domain/currency.ts'
import { ALERT_FORM_TEXT } from './alert-form-messages.ts'
import { findPricedOffer, suggestPrice } from './suggested-price.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'

export type AlertSubject =
  | { product: string; offers: readonly Offer[]; isSoldOut: boolean }
  | { search: SavedSearch }

type Kind = AlertCondition['kind']

const PERCENTS = { '10': '10%', '20': '20%', '30': '30%', '50': '50%' } as const
const listConditionKinds = (subject: AlertSubject, hasPrice: boolean): Kind[] => {
  if ('search' in subject) return ['new', 'below', 'drop', 'stock']
  const prices: Kind[] = hasPrice ? ['below', 'drop'] : []
  return subject.isSoldOut ? ['stock', ...prices] : [...prices, 'stock']
}

/** What the form says, as it is typed. */
type Wish = {
  kind: Kind
  amount: string
  currency: string
  percent: keyof typeof PERCENTS
  size: string
}

const proposeWish = (subject: AlertSubject, best: Offer | null, currency: string): Wish => ({
  kind: listConditionKinds(subject, best !== null)[0] ?? 'stock',
  amount: String(suggestPrice(best) ?? ''),
  currency: best?.currency ?? currency,
  percent: '20',
  size: '',
})

const buildCondition = ({ kind, amount, currency, percent, size }: Wish): AlertCondition => {
  const inSize = { size: size.trim() || null }
  if (kind === 'below') return { kind, amount: Number(amount), currency, ...inSize }
  if (kind === 'drop') return { kind, percent: Number(percent), currency, ...inSize }
  return kind === 'stock' ? { kind, ...inSize } : { kind }
}

type LimitFieldsProps = {
  wish: Wish
  isSearch: boolean
  onChange: (changes: Partial<Wish>) => void
}

/** The price or the percentage of a condition that has one. */
const LimitFields = ({ wish, isSearch, onChange }: LimitFieldsProps) => {
  const { kind, amount, currency, percent } = wish
  const smallest = String(10 ** -countDecimals(currency))
  if (kind === 'drop')
    return (
      <ChoiceField
        label={ALERT_FORM_TEXT.percent}
        options={PERCENTS}
        value={percent}
        onChange={(value) => onChange({ percent: value })}
      />
    )
  if (kind !== 'below') return null
  return (
    <>
      <TextField
        label={ALERT_FORM_TEXT.limit(currency)}
        type="number"
        inputMode="decimal"
        min={smallest}
        max="999999999"
        step={smallest}
        required
        value={amount}
        onChange={(value) => onChange({ amount: value })}
      />
      {isSearch && (
        <ChoiceField
          label={ALERT_FORM_TEXT.currency}
          options={CURRENCY_OPTIONS}
          value={currency}
          onChange={(value) => onChange({ currency: value })}
        />
      )}
    </>
  )
}

type SizeFieldProps = { sizes: readonly string[]; value: string; onChange: (size: string) => void }

const SizeField = ({ sizes, value, onChange }: SizeFieldProps) => {
  const listId = useId()
  return (
    <>
      <TextField
        label={ALERT_FORM_TEXT.size}
        maxLength={100}
        autoComplete="off"
        list={listId}
        value={value}
        onChange={onChange}
      />
      <datalist id={listId}>
        {sizes.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  )
}

type AlertFormProps = { subject: AlertSubject; onDone: () => void }

const AlertForm = ({ subject, onDone }: AlertFormProps) => {
  const queries = useQueryClient()
  const { user } = useSession()
  const visitorCurrency = useVisitorCurrency() ?? DETECTION.defaultCurrency
  const isSearch = 'search' in subject
  const offers = 'offers' in subject ? subject.offers : []
  const best = findPricedOffer(offers)
  const [wish, setWish] = useState(() => proposeWish(subject, best, visitorCurrency))
  const changeWish = (changes: Partial<Wish>) => setWish((former) => ({ ...former, ...changes }))
  const [time, setTime] = useState<keyof typeof ALERT_FORM_TEXT.frequencies>('daily')
  const [email, setEmail] = useState('')
  const newAlert = () => ({
    on: isSearch ? { search: subject.search } : { product: subject.product },
    condition: buildCondition(wish),
    immediate: time === 'immediate',
  })
  const send = useMutation({
    mutationFn: async () =>
      (await api('POST /api/alerts', { body: { ...newAlert(), ...(user ? {} : { email }) } })).data
        .state,
    onSuccess: (state) => {
      void queries.invalidateQueries({ queryKey: ['alerts'] })
      if (state !== 'active') return
      toast.success(ALERT_TEXT.active)
      onDone()
    },
  })
  if (send.data === 'confirm' || send.data === 'recent')
    return (
      <div className="stack gap-4">
        <output>
          {send.data === 'confirm' ? ALERT_TEXT.checkMail : ALERT_TEXT.checkRecentMail}
        </output>
        <Button className="start" onClick={onDone}>
          {UI_TEXT.close}
        </Button>
      </div>
    )
  const kinds = listConditionKinds(subject, best !== null)
  return (
    <Form onSubmit={() => send.mutate()}>
      <ChoiceField<string>
        label={ALERT_FORM_TEXT.condition}
        options={Object.fromEntries(kinds.map((name) => [name, ALERT_FORM_TEXT.conditions[name]]))}
        value={wish.kind}
        onChange={(name) => changeWish({ kind: name as Kind })}
      />
      <LimitFields wish={wish} isSearch={isSearch} onChange={changeWish} />
      {!isSearch && (
        <SizeField
          sizes={[...new Set(offers.flatMap((offer) => offer.sizes))]}
          value={wish.size}
          onChange={(size) => changeWish({ size })}
        />
      )}
      {!user && <EmailField value={email} onChange={setEmail} />}
      <ChoiceField
        label={ALERT_FORM_TEXT.frequency}
        options={ALERT_FORM_TEXT.frequencies}
        value={time}
        onChange={setTime}
      />
      <p className="quiet small">{user ? ALERT_FORM_TEXT.accountHint : ALERT_FORM_TEXT.mailHint}</p>
      <Problem>{send.error?.message}</Problem>
      <Button type="submit" variant="primary" className="start" isBusy={send.isPending}>
        {isSearch ? ALERT_FORM_TEXT.saveSearch : ALERT_FORM_TEXT.setAlert}
      </Button>
      {!user && (wish.kind !== 'below' || Number(wish.amount) > 0) && (
        <SignInLink action={{ kind: 'set-alert', alert: newAlert() }} onLeave={onDone}>
          {ALERT_TEXT.signIn}
        </SignInLink>
      )}
    </Form>
  )
}

export default AlertForm
