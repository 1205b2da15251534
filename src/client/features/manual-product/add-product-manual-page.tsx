import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#client/lib/api.ts'
import { useLatest } from '#client/lib/use-latest.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { toast } from '#client/ui/toast.ts'
import type { LinkedProduct } from '#shared/contract/product-links.ts'
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
import { useLinkFilling } from './use-link-filling.ts'

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
  /** What the shop's page said and no field shows. */
  const [found, setFound] = useState<LinkedProduct | null>(null)

  /** What somebody typed or chose while the page was read stays. */
  const latest = useLatest({ fields, photo })
  const linking = useLinkFilling((product) => {
    const { fields: typed, photo: chosen } = latest.current
    const isFree = {
      title: typed.title.trim() === '',
      price: typed.price.trim() === '',
      photo: chosen === null && product.picture !== null,
    }
    setFields({
      ...typed,
      ...(isFree.title && { title: product.title }),
      ...(isFree.price && { price: product.price }),
    })
    setFound({
      ...product,
      picture: isFree.photo ? product.picture : null,
      currency: isFree.price ? product.currency : null,
    })
    return (['title', 'price', 'photo'] as const)
      .filter((field) => isFree[field])
      .map((field) => MANUAL_PRODUCT_TEXT[field])
  })

  const problemOf = (field: Field) => (judged.has(field) ? PROBLEM_OF[field](fields[field]) : null)
  const photoTrouble = photo && photoProblem(photo.type)

  const save = async () => {
    const form = new FormData()
    for (const field of FIELDS) form.set(field, fields[field])
    if (photo) form.set('photo', photo)
    else if (found?.picture) form.set('photo_url', found.picture)
    if (found?.currency) form.set('currency', found.currency)
    if (found?.category) form.set('category', found.category)
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
        <PhotoField
          photo={photo}
          kept={found?.picture ?? null}
          problem={photoTrouble}
          onChange={(chosen) => {
            setPhoto(chosen)
            if (found) setFound({ ...found, picture: null })
          }}
        />
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
            onPaste={(event) => void linking.read(event.clipboardData.getData('text'))}
            action={
              <Button
                variant="quiet"
                aria-label={MANUAL_PRODUCT_TEXT.fillInFrom}
                isBusy={linking.isReading}
                disabled={websiteProblem(fields.website) !== null}
                onClick={() => void linking.read(fields.website)}
              >
                {MANUAL_PRODUCT_TEXT.fillIn}
              </Button>
            }
            {...write('website')}
          />
          <output className={linking.status?.isProblem ? 'problem' : 'quiet small'}>
            {linking.status?.text}
          </output>
          <Button variant="primary" type="submit" isBusy={isSaving} className="start">
            {NAVIGATION_TEXT.addProduct}
          </Button>
        </div>
      </form>
    </section>
  )
}

export default AddProductManualPage
