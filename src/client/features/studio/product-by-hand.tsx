import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { drawJpeg, preparePhoto } from '#client/lib/photo.ts'
import { CURRENCY_OPTIONS, useVisitorCurrency } from '#client/lib/preferences.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ChoiceField, handleFiles, TextField } from '#client/ui/fields.tsx'
import { Form, Problem } from '#client/ui/form.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { DETECTION } from '#shared/finder-constants.ts'
import type { Draft, DraftBox, DraftProduct } from '#shared/contract/studio.ts'
import { scaleBox } from '#shared/domain/box.ts'
import { CATEGORIES, type Category } from '#shared/domain/category.ts'
import {
  findPriceProblem,
  findTitleProblem,
  findWebsiteProblem,
} from '#shared/domain/manual-product.ts'
import { formatDisplayPrice } from '#shared/domain/price.ts'
import { normalizeTypedAmount } from '#shared/domain/typed-price.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import styles from './studio.module.css'
import { CATEGORY_TEXT } from '#shared/attribute-messages.ts'

/** An object in a photo, from which the picture of its product can be cut. */
export type PhotoPart = { draft: Pick<Draft, 'photo' | 'width' | 'height'>; box: DraftBox }

const storePicture = async (blob: Blob): Promise<string> => {
  const form = new FormData()
  form.set('image', blob)
  return (await api('POST /image-local.php', { form })).url
}

const fetchPicture = async (address: string): Promise<string> =>
  (await api('POST /api/image-from-address', { body: { address } })).url

const CROP_WIDTH = 1_024

const cutPicture = async ({ draft, box }: PhotoPart): Promise<string> => {
  const reply = await fetch(buildPictureUrl(draft.photo, CROP_WIDTH))
  if (!reply.ok) throw new Error(STUDIO_TEXT.pictureFailed)
  const photo = await createImageBitmap(await reply.blob())
  try {
    const part = scaleBox(box, photo.width, photo.height)
    return await storePicture(await drawJpeg(photo, part, part))
  } finally {
    photo.close()
  }
}

type PictureFieldProps = {
  picture: string | null
  part: PhotoPart | undefined
  onChange: (picture: string | null) => void
}

/** The picture of a product: a file, a link, or the part of the photo. */
const PictureField = ({ picture, part, onChange }: PictureFieldProps) => {
  const id = useId()
  const [address, setAddress] = useState('')
  const store = useMutation({
    mutationFn: (source: () => Promise<string>) => source(),
    onSuccess: onChange,
  })
  return (
    <fieldset className="stack gap-3">
      <legend className="quiet small">{STUDIO_TEXT.picture}</legend>
      {picture && (
        <div className="row gap-3">
          <span className={classNames('frame', styles.thumb)}>
            <Picture url={picture} frameRatio={1} shape="avatar" />
          </span>
          <Button variant="quiet" onClick={() => onChange(null)}>
            {STUDIO_TEXT.removePicture}
          </Button>
        </div>
      )}
      <div className="row wrap gap-3">
        <label className={classNames('row label chip', styles.file)} htmlFor={id}>
          {STUDIO_TEXT.pictureFile}
          <input
            id={id}
            className="visually-hidden"
            type="file"
            accept="image/*,.heic,.heif"
            onChange={handleFiles(([file]) =>
              store.mutate(async () => storePicture((await preparePhoto(file)).blob)),
            )}
          />
        </label>
        {part && (
          <Button isBusy={store.isPending} onClick={() => store.mutate(() => cutPicture(part))}>
            {STUDIO_TEXT.pictureCrop}
          </Button>
        )}
      </div>
      <TextField
        label={STUDIO_TEXT.pictureLink}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={address}
        onChange={setAddress}
        problem={store.error?.message}
        action={
          <Button
            variant="quiet"
            disabled={address.trim() === ''}
            isBusy={store.isPending}
            onClick={() => store.mutate(() => fetchPicture(address.trim()))}
          >
            {STUDIO_TEXT.loadPicture}
          </Button>
        }
      />
    </fieldset>
  )
}

const UNKNOWN = 'unknown'
const CATEGORY_OPTIONS = { [UNKNOWN]: STUDIO_TEXT.readFromTitle, ...CATEGORY_TEXT }

type ProductByHandProps = {
  suggestedTitle: string
  suggestedLink: string
  part?: PhotoPart | undefined
  onPick: (product: DraftProduct) => void
}

/** A product of a shop whose page cannot be read, or that is in no shop's feed. */
export const ProductByHand = ({
  suggestedTitle,
  suggestedLink,
  part,
  onPick,
}: ProductByHandProps) => {
  const visitorCurrency = useVisitorCurrency() ?? DETECTION.defaultCurrency
  const [isOpen, setIsOpen] = useState(false)
  const [title, setTitle] = useState(suggestedTitle)
  const [brand, setBrand] = useState('')
  const [typedAmount, setTypedAmount] = useState('')
  const [currency, setCurrency] = useState(visitorCurrency)
  const [link, setLink] = useState(suggestedLink)
  const [category, setCategory] = useState<Category | typeof UNKNOWN>(UNKNOWN)
  const [picture, setPicture] = useState<string | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const amount = normalizeTypedAmount(typedAmount, currency)
  // A shop may state no price.
  const problems = {
    title: findTitleProblem(title),
    price: amount.trim() === '' ? null : findPriceProblem(amount),
    link: findWebsiteProblem(link),
  }
  const shown = (problem: string | null) => (isChecked ? problem : null)
  if (!isOpen)
    return (
      <Button className="start" icon="edit" onClick={() => setIsOpen(true)}>
        {STUDIO_TEXT.byHand}
      </Button>
    )
  const take = () => {
    setIsChecked(true)
    if (Object.values(problems).some(Boolean)) return
    onPick({
      id: null,
      title: title.trim(),
      brand: brand.trim() || null,
      price: amount.trim() === '' ? '' : (formatDisplayPrice(Number(amount), currency) ?? ''),
      // The host of the link names it.
      shop: null,
      link: link.trim(),
      category: CATEGORIES.find((known) => known === category) ?? null,
      picture,
    })
  }
  return (
    <section className="stack gap-3">
      <h3 className="quiet-heading">{STUDIO_TEXT.byHand}</h3>
      <Form noValidate onSubmit={take}>
        <TextField
          label={STUDIO_TEXT.productTitle}
          maxLength={FIELD_LIMITS.nameChars}
          value={title}
          onChange={setTitle}
          problem={shown(problems.title)}
        />
        <TextField label={STUDIO_TEXT.brand} maxLength={100} value={brand} onChange={setBrand} />
        <TextField
          label={STUDIO_TEXT.price}
          inputMode="decimal"
          value={typedAmount}
          onChange={setTypedAmount}
          problem={shown(problems.price)}
        />
        <ChoiceField
          label={STUDIO_TEXT.currency}
          options={{ ...CURRENCY_OPTIONS, [currency]: currency }}
          value={currency}
          onChange={setCurrency}
        />
        <TextField
          label={STUDIO_TEXT.shopLink}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={link}
          onChange={setLink}
          problem={shown(problems.link)}
        />
        <ChoiceField
          label={STUDIO_TEXT.category}
          options={CATEGORY_OPTIONS}
          value={category}
          onChange={setCategory}
        />
        <PictureField picture={picture} part={part} onChange={setPicture} />
        <Problem>
          {isChecked && Object.values(problems).some(Boolean) ? STUDIO_TEXT.incomplete : null}
        </Problem>
        <Button type="submit" variant="primary" className="start">
          {STUDIO_TEXT.takeThis}
        </Button>
      </Form>
    </section>
  )
}
