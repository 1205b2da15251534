import { z } from 'zod'
import { SITE } from '#shared/site-constants.ts'
import { findAccentProblem } from '#shared/domain/accent.ts'
import { defineCallsFor, envelopeSchema, PHOTO_BODY_BYTES } from './call.ts'
import { REQUEST_TEXT } from '#shared/request-messages.ts'

const textSchema = (max: number) => z.string().trim().max(max)
const accentSchema = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: () => REQUEST_TEXT.noColour })

export const siteSettingsSchema = z.object({
  /** Null: the product's own name. */
  name: textSchema(SITE.nameChars).nullable(),
  logo: z.string().nullable(),
  accent: z.string().nullable(),
  contactEmail: z.string().nullable(),
  imprint: z.string(),
  /** The people on the first page, in order. */
  home: z.array(z.string()),
})
export type SiteSettings = z.infer<typeof siteSettingsSchema>

/** What every page shows of the site. */
export type SiteFacts = Pick<SiteSettings, 'name' | 'logo' | 'accent' | 'imprint'>

export const CHECKLIST = ['name', 'contact', 'mail', 'editor', 'demo', 'look'] as const
export type ChecklistStep = (typeof CHECKLIST)[number]

export const siteCalls = defineCallsFor('administer', {
  'GET /api/admin/site': {
    summary: 'The settings of the site, and what is left to do before launch',
    reply: envelopeSchema(
      z.object({
        settings: siteSettingsSchema,
        checklist: z.array(z.object({ step: z.enum(CHECKLIST), isDone: z.boolean() })),
        hasDemo: z.boolean(),
        isDemoRemoved: z.boolean(),
      }),
    ),
  },
  'PUT /api/admin/site': {
    summary: 'Change the name, colour, contact address, imprint and first page of the site',
    body: z.object({
      name: textSchema(SITE.nameChars).transform((value) => value || null),
      accent: accentSchema
        .refine((colour) => findAccentProblem(colour) === null, {
          error: () => REQUEST_TEXT.hardToSee,
        })
        .meta({ examples: ['#d7263d'] })
        .nullable(),
      contactEmail: z
        .union([z.literal(''), z.email().max(320)])
        .transform((value) => value || null),
      imprint: textSchema(SITE.imprintChars),
      home: z.array(textSchema(200).min(1)).max(SITE.homePeople),
    }),
  },
  'POST /api/admin/site/logo': {
    summary: 'Show a picture instead of the name',
    files: ['image'],
    maxBytes: PHOTO_BODY_BYTES,
    reply: envelopeSchema(z.object({ logo: z.string() })),
  },
  'DELETE /api/admin/site/logo': {
    summary: 'Show the name instead of a picture',
  },
  'DELETE /api/admin/site/demo': {
    summary: 'Remove the demo: its people, looks, products and shops. What others published stays',
    recentSignIn: true,
    body: z.object({ confirm: z.literal('remove the demo') }),
  },
  'POST /api/admin/site/demo': {
    summary: 'Bring the demo back',
    body: z.object({ confirm: z.literal('bring the demo back') }),
  },
})
