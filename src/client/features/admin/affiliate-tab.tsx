import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmButton } from '#client/ui/dialog.tsx'
import { ChoiceField, TextField } from '#client/ui/fields.tsx'
import { type FieldText, Form } from '#client/ui/form.tsx'
import type { ListedRule } from '#shared/contract/outgoing.ts'
import {
  AFFILIATE_FORMS,
  type AffiliateForm,
  buildOutgoingLink,
} from '#shared/domain/outgoing-link.ts'
import { AdminList, useAdminAction, useAdminQuery } from './admin-parts.tsx'
import styles from './admin-page.module.css'
import { AFFILIATE_TEXT } from './affiliate-messages.ts'
import { ADMIN_TEXT } from './admin-messages.ts'

const AddRule = () => {
  const [form, setForm] = useState<AffiliateForm>('amazon')
  const { fields, ruleOf } = AFFILIATE_FORMS[form]
  const add = useAdminAction((text: FieldText) => {
    const values = Object.fromEntries(fields.map((name) => [name, text(name)]))
    return api('POST /api/admin/affiliate-rules', {
      body: { ...ruleOf(values), host: text('host'), person: text('person') || null },
    })
  }, AFFILIATE_TEXT.added)
  return (
    <Form
      className={styles.form}
      aria-label={AFFILIATE_TEXT.addForm}
      autoComplete="off"
      onSubmit={(text, element) => add.mutate(text, { onSuccess: () => element.reset() })}
    >
      <ChoiceField
        label={AFFILIATE_TEXT.form}
        options={AFFILIATE_TEXT.forms}
        value={form}
        onChange={setForm}
      />
      <TextField label={AFFILIATE_TEXT.shop} name="host" required maxLength={200} />
      {fields.map((name) => (
        <TextField
          key={`${form} ${name}`}
          label={AFFILIATE_TEXT.fields[name]}
          name={name}
          required
          maxLength={1000}
        />
      ))}
      <TextField label={AFFILIATE_TEXT.person} name="person" maxLength={200} />
      <Button type="submit" variant="primary" className="start" isBusy={add.isPending}>
        {AFFILIATE_TEXT.add}
      </Button>
    </Form>
  )
}

const RuleRow = ({ id, rule }: ListedRule) => {
  const remove = useAdminAction(
    () => api('DELETE /api/admin/affiliate-rules/:id', { params: { id } }),
    AFFILIATE_TEXT.removed,
  )
  const person = rule.person ?? AFFILIATE_TEXT.everyone
  return (
    <li className={styles.row}>
      <strong>
        <bdi>{rule.host}</bdi>
      </strong>
      <bdi className="small quiet" dir="ltr">
        {
          buildOutgoingLink(`https://${rule.host}/product`, { rules: [rule], person: rule.person })
            .href
        }
      </bdi>
      <bdi className="small">{person}</bdi>
      <span>
        <ConfirmButton
          aria-label={AFFILIATE_TEXT.removeOf(rule.host, person)}
          title={AFFILIATE_TEXT.removeQuestion(rule.host)}
          description={AFFILIATE_TEXT.removeExplanation}
          action={remove}
        >
          {ADMIN_TEXT.remove}
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
      <p className={classNames('quiet small', styles.counted)}>{AFFILIATE_TEXT.lead}</p>
      <AddRule />
      <AdminList
        query={list}
        label={AFFILIATE_TEXT.list}
        notLoaded={AFFILIATE_TEXT.notLoaded}
        empty={AFFILIATE_TEXT.empty}
        items={list.data?.rules ?? []}
      >
        {(rule) => <RuleRow key={rule.id} {...rule} />}
      </AdminList>
    </>
  )
}
