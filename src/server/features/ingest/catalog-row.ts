import { isPersonName } from '#shared/domain/person-name.ts'
import { z } from 'zod'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { STYLE_TYPES } from '#shared/domain/celebrity.ts'
import { fitsCatalog, isHttpLink, MAX_LINK_BYTES } from '#shared/domain/links.ts'
import { ROW_TEXT } from './feed-messages.ts'
import { REQUEST_TEXT } from '#shared/request-messages.ts'

export const REQUIRED_COLUMNS = [
  'celebrity_name',
  'celebrity_image',
  'name',
  'price',
  'website',
] as const

/** Where a picture comes from. Exported only if some picture says so. */
export const CREDIT_COLUMNS = ['image_source', 'image_credit', 'image_licence'] as const

export const OPTIONAL_COLUMNS = [
  'category',
  'brand',
  'style_type',
  'box',
  'product_image',
  'image_width',
  'image_height',
  'image_color',
] as const

const MAX_SIDE_PX = 100_000

const text = (max: number) =>
  z
    .string()
    .max(max, ROW_TEXT.longerThan(max))
    // PostgreSQL cannot store it.
    .refine((value) => !value.includes('\0'), ROW_TEXT.nullCharacter)
const required = (max: number) => text(max).min(1, REQUEST_TEXT.missing)
const blankAsNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable())

const pictureUrl = required(MAX_LINK_BYTES)
  .refine(
    (url) => url.startsWith(MEDIA_PREFIX) || isHttpLink(url),
    ROW_TEXT.noPicture(MEDIA_PREFIX),
  )
  .refine(fitsCatalog, ROW_TEXT.longerThanBytes(MAX_LINK_BYTES))
const website = text(MAX_LINK_BYTES)
  .refine((url) => url === '' || isHttpLink(url), ROW_TEXT.noHttpAddress)
  .refine(fitsCatalog, ROW_TEXT.longerThanBytes(MAX_LINK_BYTES))
const side = z.coerce
  .number(ROW_TEXT.noNumber)
  .int(ROW_TEXT.noWholeNumber)
  .min(1, ROW_TEXT.noPixels)
  .max(MAX_SIDE_PX, ROW_TEXT.noPixels)

/** Allows for rounding errors at the edges. */
const EDGE = 1.001
/** Two more numbers may say at which point of the box the product is seen best. */
const box = z.string().transform((value, context) => {
  const numbers = value.split(/[\s,;]+/).map(Number)
  const [x = NaN, y = NaN, width = NaN, height = NaN, pointX = x, pointY = y] = numbers
  const isBox =
    x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= EDGE && y + height <= EDGE
  const isPoint =
    pointX >= x && pointX <= x + width * EDGE && pointY >= y && pointY <= y + height * EDGE
  if (isBox && isPoint && (numbers.length === 4 || numbers.length === 6)) return numbers
  const message = isBox && numbers.length > 4 ? ROW_TEXT.noPoint : ROW_TEXT.noBox
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** One product in one celebrity image: a row of the catalogue file. */
export const catalogRowSchema = z.object({
  celebrity_name: required(200).refine(isPersonName, ROW_TEXT.noLetter),
  celebrity_image: pictureUrl,
  name: required(500),
  price: text(100),
  website,
  category: blankAsNull(
    z.preprocess(
      (value) => (typeof value === 'string' ? value.toLowerCase() : value),
      z.enum(CATEGORIES, ROW_TEXT.noneOf(CATEGORIES.join(', '))),
    ),
  ),
  brand: blankAsNull(text(100)),
  style_type: blankAsNull(z.enum(STYLE_TYPES, ROW_TEXT.noneOf(STYLE_TYPES.join(', ')))),
  box: blankAsNull(box),
  product_image: blankAsNull(pictureUrl),
  image_width: blankAsNull(side),
  image_height: blankAsNull(side),
  image_color: blankAsNull(
    z
      .string()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, REQUEST_TEXT.noColour),
  ),
  image_source: blankAsNull(website),
  image_credit: blankAsNull(text(300)),
  image_licence: blankAsNull(text(300)),
})
export type CatalogRow = z.output<typeof catalogRowSchema>
export type CatalogRowInput = Partial<Record<keyof CatalogRow, string>>
