import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { toast } from '#client/ui/toast.ts'
import { MANUAL_PRICE } from '#shared/constants.ts'
import {
  photoProblem,
  priceProblem,
  titleProblem,
  websiteProblem,
} from '#shared/domain/manual-product-rules.ts'
import { MANUAL_PRODUCT_TEXT } from '#shared/account-messages.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './add-product-manual-page.module.css'
import { PhotoField } from './photo-field.tsx'

const EMPTY = { title: '', price: '', website: '' }
type Field = keyof typeof EMPTY

const PROBLEM_OF: Record<Field, (text: string) => string | null> = {
  title: titleProblem,
  price: priceProblem,
  website: websiteProblem,
}
const FIELDS = Object.keys(EMPTY) as Field[]

/** §2: Add product manually. Unlike the specified form, it saves to My Products. */
const AddProductManualPage = () => {
  usePageTitle(NAVIGATION_TEXT.addManually)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [fields, setFields] = useState(EMPTY)
  const [photo, setPhoto] = useState<File | null>(null)
  /** Errors appear after a field loses focus or the form is sent, not while typing. */
  const [judged, setJudged] = useState<ReadonlySet<Field>>(new Set())
  const [isSaving, setIsSaving] = useState(false)

  const problemOf = (field: Field) => (judged.has(field) ? PROBLEM_OF[field](fields[field]) : null)
  const photoTrouble = photo && photoProblem(photo.type)

  const save = async () => {
    const form = new FormData()
    for (const field of FIELDS) form.set(field, fields[field])
    if (photo) form.set('photo', photo)
    await api('POST /api/manual-products', { body: fields, form })
    await queries.invalidateQueries({ queryKey: ['my-products'] })
    toast.show(MANUAL_PRODUCT_TEXT.added, { kind: 'success' })
    await navigate(paths.profile.href('my-products'))
  }

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setJudged(new Set(FIELDS))
    const wrong = FIELDS.find((field) => PROBLEM_OF[field](fields[field]))
    if (wrong) event.currentTarget.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    if (wrong || photoTrouble) return
    setIsSaving(true)
    save()
      .catch((error: Error) => toast.show(error.message, { kind: 'error' }))
      .finally(() => setIsSaving(false))
  }

  const write = (field: Field) => ({
    name: field,
    value: fields[field],
    required: true,
    problem: problemOf(field),
    onChange: (event: { target: { value: string } }) =>
      setFields({ ...fields, [field]: event.target.value }),
    onBlur: () => fields[field] && setJudged(new Set([...judged, field])),
  })

  return (
    <section className={styles.page}>
      <header className="stack gap-3">
        <h1>{MANUAL_PRODUCT_TEXT.heading}</h1>
        <p className="quiet">{MANUAL_PRODUCT_TEXT.lead}</p>
      </header>
      <form className={classNames('stack gap-6', styles.form)} onSubmit={handleSubmit} noValidate>
        <PhotoField photo={photo} problem={photoTrouble} onChange={setPhoto} />
        <div className="stack gap-5">
          <TextField label={MANUAL_PRODUCT_TEXT.title} autoComplete="off" {...write('title')} />
          <TextField
            label={MANUAL_PRODUCT_TEXT.price}
            type="number"
            inputMode="decimal"
            step={MANUAL_PRICE.step}
            min={MANUAL_PRICE.min}
            {...write('price')}
          />
          <TextField
            label={MANUAL_PRODUCT_TEXT.website}
            type="url"
            inputMode="url"
            placeholder="https://"
            {...write('website')}
          />
          <Button variant="primary" type="submit" isBusy={isSaving} className="start">
            {NAVIGATION_TEXT.addProduct}
          </Button>
        </div>
      </form>
    </section>
  )
}

export default AddProductManualPage
