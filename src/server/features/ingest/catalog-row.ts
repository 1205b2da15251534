import { isPersonName } from '#shared/domain/person-name.ts'
import { z } from 'zod'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { STYLE_TYPES } from '#shared/domain/celebrity.ts'
import { fitsCatalog, isHttpLink, MAX_LINK_BYTES } from '#shared/domain/links.ts'

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
    .max(max, `is longer than ${max} characters`)
    // PostgreSQL cannot store it.
    .refine((value) => !value.includes('\0'), 'holds a null character')
const required = (max: number) => text(max).min(1, 'is missing')
const blankAsNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable())

const pictureUrl = required(MAX_LINK_BYTES)
  .refine(
    (url) => url.startsWith(MEDIA_PREFIX) || isHttpLink(url),
    `is neither an http(s) address nor a picture of ours (${MEDIA_PREFIX}…)`,
  )
  .refine(fitsCatalog, `is longer than ${MAX_LINK_BYTES} bytes`)
const website = text(MAX_LINK_BYTES)
  .refine((url) => url === '' || isHttpLink(url), 'is not an http(s) address')
  .refine(fitsCatalog, `is longer than ${MAX_LINK_BYTES} bytes`)
const side = z.coerce
  .number('is not a number')
  .int('is not a whole number')
  .min(1, 'is not a size in pixels')
  .max(MAX_SIDE_PX, 'is not a size in pixels')

const BOX_PROBLEM = 'is not "x y width height" in fractions (0 to 1) of the image, inside the image'
const POINT_PROBLEM = 'has a point after the box that is not "x y" inside the box'
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
  const message = isBox && numbers.length > 4 ? POINT_PROBLEM : BOX_PROBLEM
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** One product in one celebrity image: a row of the catalogue file. */
export const catalogRowSchema = z.object({
  celebrity_name: required(200).refine(isPersonName, 'has neither letter nor digit'),
  celebrity_image: pictureUrl,
  name: required(500),
  price: text(100),
  website,
  category: blankAsNull(
    z.preprocess(
      (value) => (typeof value === 'string' ? value.toLowerCase() : value),
      z.enum(CATEGORIES, `is none of ${CATEGORIES.join(', ')}`),
    ),
  ),
  brand: blankAsNull(text(100)),
  style_type: blankAsNull(z.enum(STYLE_TYPES, `is none of ${STYLE_TYPES.join(', ')}`)),
  box: blankAsNull(box),
  product_image: blankAsNull(pictureUrl),
  image_width: blankAsNull(side),
  image_height: blankAsNull(side),
  image_color: blankAsNull(
    z
      .string()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, 'is not a colour like #a1b2c3'),
  ),
  image_source: blankAsNull(website),
  image_credit: blankAsNull(text(300)),
  image_licence: blankAsNull(text(300)),
})
export type CatalogRow = z.output<typeof catalogRowSchema>
export type CatalogRowInput = Partial<Record<keyof CatalogRow, string>>
