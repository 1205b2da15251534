import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmButton } from '#client/ui/dialog.tsx'
import { ChoiceField, type FieldText, Form, TextField } from '#client/ui/form.tsx'
import type { ListedRule } from '#shared/contract/outgoing.ts'
import {
  AFFILIATE_FORMS,
  type AffiliateForm,
  buildOutgoingLink,
} from '#shared/domain/outgoing-link.ts'
import { AdminList, useAdminAction, useAdminQuery } from './admin-parts.tsx'
import styles from './admin-page.module.css'

const FORMS = Object.fromEntries(
  Object.entries(AFFILIATE_FORMS).map(([name, { label }]) => [name, label]),
) as Record<AffiliateForm, string>

const AddRule = () => {
  const [form, setForm] = useState<AffiliateForm>('amazon')
  const { fields, ruleOf } = AFFILIATE_FORMS[form]
  const add = useAdminAction((text: FieldText) => {
    const values = Object.fromEntries(Object.keys(fields).map((name) => [name, text(name)]))
    return api('POST /api/admin/affiliate-rules', {
      body: { ...ruleOf(values), host: text('host'), person: text('person') || null },
    })
  }, 'Rule added')
  return (
    <Form
      className={styles.form}
      aria-label="Add a rule"
      autoComplete="off"
      onSubmit={(text, element) => add.mutate(text, { onSuccess: () => element.reset() })}
    >
      <ChoiceField label="Form" options={FORMS} value={form} onChange={setForm} />
      <TextField label="Shop (such as amazon.de)" name="host" required maxLength={200} />
      {Object.entries(fields).map(([name, label]) => (
        <TextField key={`${form} ${name}`} label={label} name={name} required maxLength={1000} />
      ))}
      <TextField label="Only for what this person wears (optional)" name="person" maxLength={200} />
      <Button type="submit" variant="primary" className="start" isBusy={add.isPending}>
        Add rule
      </Button>
    </Form>
  )
}

const RuleRow = ({ id, rule }: ListedRule) => {
  const remove = useAdminAction(
    () => api('DELETE /api/admin/affiliate-rules/:id', { params: { id } }),
    'Rule removed',
  )
  const person = rule.person ?? 'Everyone'
  return (
    <li className={styles.row}>
      <strong>{rule.host}</strong>
      <span className="small quiet">
        {
          buildOutgoingLink(`https://${rule.host}/product`, { rules: [rule], person: rule.person })
            .href
        }
      </span>
      <span className="small">{person}</span>
      <span>
        <ConfirmButton
          aria-label={`Remove the rule for ${rule.host}, ${person}`}
          title={`Remove the rule for ${rule.host}?`}
          description="Its links become plain links without “Ad”."
          action={remove}
        >
          Remove
        </ConfirmButton>
      </span>
    </li>
  )
}

/** The parameters that are added to links of shops. */
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
        subject="the rules"
        empty="No rules yet"
        items={list.data?.rules ?? []}
      >
        {(rule) => <RuleRow key={rule.id} {...rule} />}
      </AdminList>
    </>
  )
}
