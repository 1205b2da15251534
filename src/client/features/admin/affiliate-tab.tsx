import { type FormEvent, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ChoiceField, TextField } from '#client/ui/text-field.tsx'
import type { ListedRule } from '#shared/contract/outgoing.ts'
import { AFFILIATE_FORMS, type AffiliateForm, outgoingLink } from '#shared/domain/outgoing-link.ts'
import { AdminList, RemoveButton, textsOf, useAction, useAdminQuery } from './admin-lists.tsx'
import styles from './admin-page.module.css'

const FORMS = Object.fromEntries(
  Object.entries(AFFILIATE_FORMS).map(([name, { label }]) => [name, label]),
) as Record<AffiliateForm, string>

const AddRule = () => {
  const [form, setForm] = useState<AffiliateForm>('amazon')
  const { fields, ruleOf } = AFFILIATE_FORMS[form]
  const add = useAction(async (element: HTMLFormElement) => {
    const text = textsOf(element)
    const values = Object.fromEntries(Object.keys(fields).map((name) => [name, text(name)]))
    await api('POST /api/admin/affiliate-rules', {
      body: { ...ruleOf(values), host: text('host'), person: text('person') || null },
    })
    element.reset()
  }, 'Rule added')
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    add.mutate(event.currentTarget)
  }
  return (
    <form className={styles.form} aria-label="Add a rule" onSubmit={handleSubmit}>
      <ChoiceField label="Form" options={FORMS} value={form} onChange={setForm} />
      <TextField
        label="Shop (such as amazon.de)"
        name="host"
        required
        maxLength={200}
        autoComplete="off"
      />
      {Object.entries(fields).map(([name, label]) => (
        <TextField
          key={`${form} ${name}`}
          label={label}
          name={name}
          required
          maxLength={1000}
          autoComplete="off"
        />
      ))}
      <TextField
        label="Only for what this person wears (optional)"
        name="person"
        maxLength={200}
        autoComplete="off"
      />
      <Button type="submit" variant="primary" className="start" isBusy={add.isPending}>
        Add rule
      </Button>
    </form>
  )
}

const RuleRow = ({ listed: { id, rule } }: { listed: ListedRule }) => {
  const remove = useAction(
    () => api('DELETE /api/admin/affiliate-rules/:id', { params: { id } }),
    'Rule removed',
  )
  const whom = rule.person ?? 'Everyone'
  return (
    <li className={styles.row}>
      <strong>{rule.host}</strong>
      <span className="small quiet">
        {outgoingLink(`https://${rule.host}/product`, { rules: [rule], person: rule.person }).href}
      </span>
      <span className="small">{whom}</span>
      <span>
        <RemoveButton
          label={`Remove the rule for ${rule.host}, ${whom}`}
          title={`Remove the rule for ${rule.host}?`}
          description="Its links become plain links without “Ad”."
          action={remove}
        />
      </span>
    </li>
  )
}

/** What is added to links of shops. */
export const AffiliateTab = () => {
  const list = useAdminQuery('affiliate-rules', (signal) =>
    api('GET /api/admin/affiliate-rules', { signal }),
  )
  return (
    <>
      <p className={classNames('quiet small', styles.counted)}>
        Links with a rule say “Ad” before the shop’s name and carry rel=sponsored; all others stay
        plain.
      </p>
      <AddRule />
      <AdminList
        query={list}
        label="Affiliate rules"
        what="the rules"
        empty="No rules yet"
        items={list.data?.rules ?? []}
      >
        {(listed) => <RuleRow key={listed.id} listed={listed} />}
      </AdminList>
    </>
  )
}
