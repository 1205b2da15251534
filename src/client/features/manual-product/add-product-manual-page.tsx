import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#client/lib/api.ts'
import { CURRENCY_OPTIONS, useVisitorCurrency } from '#client/lib/preferences.ts'
import { useLatest } from '#client/lib/use-latest.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ChoiceField, TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { MANUAL_PRODUCT_TEXT } from '#shared/account-messages.ts'
import { DETECTION } from '#shared/finder-constants.ts'
import type { LinkedProduct } from '#shared/contract/products.ts'
import {
  findPhotoProblem,
  findPriceProblem,
  findTitleProblem,
  findWebsiteProblem,
} from '#shared/domain/manual-product.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './add-product-manual-page.module.css'

/** The price of the manual product form. */
const MANUAL_PRICE = { min: 0, step: 0.01 } as const

const EMPTY = { title: '', price: '', website: '' }
type Field = keyof typeof EMPTY

const PROBLEM_OF: Record<Field, (text: string) => string | null> = {
  title: findTitleProblem,
  price: findPriceProblem,
  website: findWebsiteProblem,
}
const FIELDS = Object.keys(EMPTY) as Field[]

type PhotoFieldProps = {
  photo: File | null
  /** The address of the picture on the shop's page, which the server has stored. */
  linkedPicture: string | null
  problem: string | null
  onChange: (photo: File | null) => void
}

/** An image file with a preview. */
const PhotoField = ({ photo, linkedPicture, problem, onChange }: PhotoFieldProps) => {
  const id = useId()
  const photoUrl = useMemo(() => photo && URL.createObjectURL(photo), [photo])
  useEffect(
    () => () => {
      if (photoUrl) URL.revokeObjectURL(photoUrl)
    },
    [photoUrl],
  )
  const preview = photoUrl ?? linkedPicture

  return (
    <div className={styles.photo}>
      <label className={classNames('frame', styles.area)} htmlFor={id}>
        {preview && !problem ? (
          <img src={preview} alt={MANUAL_PRODUCT_TEXT.photoPreview} />
        ) : (
          <span className={classNames('quiet label', styles.prompt)}>
            <Icon name="picture" size={28} />
            {MANUAL_PRODUCT_TEXT.photo}
          </span>
        )}
        <input
          id={id}
          type="file"
          accept="image/*"
          aria-label={MANUAL_PRODUCT_TEXT.photo}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => onChange(event.target.files?.[0] ?? null)}
        />
      </label>
      {problem && (
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
      )}
      {preview && (
        <Button variant="quiet" onClick={() => onChange(null)}>
          {MANUAL_PRODUCT_TEXT.removePhoto}
        </Button>
      )}
    </div>
  )
}

/** Add product manually. Unlike the specified form, it saves to My Products. */
const AddProductManualPage = () => {
  usePageTitle(NAVIGATION_TEXT.addManually)
  const navigate = useNavigate()
  const [fields, setFields] = useState(EMPTY)
  const [photo, setPhoto] = useState<File | null>(null)
  /** The fields whose problems are shown: those that lost the focus or were sent, not while typing. */
  const [checkedFields, setCheckedFields] = useState<ReadonlySet<Field>>(new Set())
  /** The product of the shop's page, whose picture and category no field shows. */
  const [linked, setLinked] = useState<LinkedProduct | null>(null)
  /** The currency of the price, if the user or the shop has stated it. */
  const [chosenCurrency, setChosenCurrency] = useState<string | null>(null)

  /** Read after the shop's page has loaded, so that what was typed meanwhile stays. */
  const latest = useLatest({ fields, photo })
  const linking = useMutation({
    mutationFn: async (link: string) =>
      fillIn((await api('POST /api/product-from-link', { body: { link: link.trim() } })).data),
  })
  const readLink = (link: string) => {
    if (findWebsiteProblem(link) === null) linking.mutate(link)
  }
  /** Returns which fields were filled in. */
  const fillIn = (product: LinkedProduct) => {
    const { fields: typed, photo: chosen } = latest.current
    const isEmpty = {
      title: typed.title.trim() === '',
      price: typed.price.trim() === '',
      photo: chosen === null && product.picture !== null,
    }
    setFields({
      ...typed,
      ...(isEmpty.title && { title: product.title }),
      ...(isEmpty.price && { price: product.price }),
    })
    setLinked({ ...product, picture: isEmpty.photo ? product.picture : null })
    if (isEmpty.price && product.currency) setChosenCurrency(product.currency)
    const filledIn = (['title', 'price', 'photo'] as const).filter((field) => isEmpty[field])
    return MANUAL_PRODUCT_TEXT.filled(filledIn.map((field) => MANUAL_PRODUCT_TEXT[field]))
  }

  const visitorCurrency = useVisitorCurrency() ?? DETECTION.defaultCurrency
  const currency = chosenCurrency ?? visitorCurrency

  const findProblem = (field: Field) =>
    checkedFields.has(field) ? PROBLEM_OF[field](fields[field]) : null
  const invalidPhoto = photo && findPhotoProblem(photo.type)

  const save = useAction(
    () => {
      const form = new FormData()
      for (const field of FIELDS) form.set(field, fields[field])
      if (photo) form.set('photo', photo)
      else if (linked?.picture) form.set('photo_url', linked.picture)
      form.set('currency', currency)
      if (linked?.category) form.set('category', linked.category)
      return api('POST /api/manual-products', { body: fields, form })
    },
    {
      done: MANUAL_PRODUCT_TEXT.added,
      refresh: [['my-products']],
      onSuccess: () => navigate(paths.profile.href('my-products')),
    },
  )

  const handleSubmit = (form: HTMLFormElement) => {
    setCheckedFields(new Set(FIELDS))
    const wrong = FIELDS.find((field) => PROBLEM_OF[field](fields[field]))
    if (wrong) form.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    if (!wrong && !invalidPhoto) save.mutate()
  }

  const write = (field: Field) => ({
    name: field,
    value: fields[field],
    required: true,
    problem: findProblem(field),
    onChange: (value: string) => setFields({ ...fields, [field]: value }),
    onBlur: () => fields[field] && setCheckedFields(new Set([...checkedFields, field])),
  })

  return (
    <section className={styles.page}>
      <header className="stack gap-3">
        <h1>{MANUAL_PRODUCT_TEXT.heading}</h1>
        <p className="quiet">{MANUAL_PRODUCT_TEXT.lead}</p>
      </header>
      <Form
        className={classNames('stack gap-6', styles.form)}
        onSubmit={(_text, form) => handleSubmit(form)}
        noValidate
      >
        <PhotoField
          photo={photo}
          linkedPicture={linked?.picture ?? null}
          problem={invalidPhoto}
          onChange={(chosen) => {
            setPhoto(chosen)
            if (linked) setLinked({ ...linked, picture: null })
          }}
        />
        <div className="stack gap-5">
          <TextField
            label={MANUAL_PRODUCT_TEXT.website}
            type="url"
            inputMode="url"
            placeholder="https://"
            onPaste={(event) => readLink(event.clipboardData.getData('text'))}
            action={
              <Button
                variant="quiet"
                aria-label={MANUAL_PRODUCT_TEXT.fillInFrom}
                isBusy={linking.isPending}
                onClick={() => {
                  setCheckedFields(new Set([...checkedFields, 'website']))
                  readLink(fields.website)
                }}
              >
                {MANUAL_PRODUCT_TEXT.fillIn}
              </Button>
            }
            {...write('website')}
          />
          <output className={linking.isError ? 'problem' : 'quiet small'}>
            {linking.isPending
              ? MANUAL_PRODUCT_TEXT.reading
              : (linking.error?.message ?? linking.data)}
          </output>
          <TextField label={MANUAL_PRODUCT_TEXT.title} autoComplete="off" {...write('title')} />
          <div className={styles.price}>
            <TextField
              label={MANUAL_PRODUCT_TEXT.price}
              type="number"
              inputMode="decimal"
              step={MANUAL_PRICE.step}
              min={MANUAL_PRICE.min}
              {...write('price')}
            />
            <ChoiceField
              label={NAVIGATION_TEXT.currency}
              // A shop may sell in a currency that has no rate.
              options={{ ...CURRENCY_OPTIONS, [currency]: currency }}
              value={currency}
              onChange={setChosenCurrency}
            />
          </div>
          <Button variant="primary" type="submit" isBusy={save.isPending} className="start">
            {NAVIGATION_TEXT.addProduct}
          </Button>
        </div>
      </Form>
    </section>
  )
}

export default AddProductManualPage
