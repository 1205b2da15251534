import { z } from 'zod'
import { PERSON } from '#shared/constants.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import { styleTypeSchema } from './catalog.ts'
import { defineCallsFor, envelopeSchema } from './call.ts'

const MAX_ID = 2_147_483_647
const params = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) })
const nameSchema = z.string().trim().min(1).max(DRAFT.nameChars)

const adminPersonSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  image: z.string(),
  styleType: styleTypeSchema,
  looks: z.number().int(),
  products: z.number().int(),
  /** The address of their page, if they are a creator with an account. */
  creatorPage: z.string().nullable(),
  /** Names that mean them, too: those that they had, and those that were added here. */
  otherNames: z.array(z.string()),
})
export type AdminPerson = z.infer<typeof adminPersonSchema>

export const adminPeopleCalls = defineCallsFor('administer', {
  'GET /api/admin/people': {
    summary: 'People of the catalogue, also those without a look, by part of any of their names',
    query: z.object({
      q: z.string().trim().max(200).optional(),
      after: z.string().max(500).optional(),
    }),
    reply: envelopeSchema(
      z.object({ people: z.array(adminPersonSchema), next: z.string().nullable() }),
    ),
  },
  'PUT /api/admin/people/:id/name': {
    summary: 'Rename a person; addresses, files and follows with the former name still mean them',
    params,
    body: z.object({ name: nameSchema }),
  },
  'PUT /api/admin/people/:id/other-names': {
    summary: 'Set all other names of a person; searches and addresses with one lead to the person',
    params,
    body: z.object({ names: z.array(nameSchema).max(PERSON.otherNames) }),
  },
  'PUT /api/admin/people/:id/portrait': {
    summary: 'Cut the portrait of a person out of one of their looks',
    params,
    body: z.object({ look: z.string().min(1).max(DRAFT.linkChars) }),
  },
  'POST /api/admin/people/:id/merge': {
    summary: 'Give everything of a person to another one, who is also found by the former names',
    params,
    body: z.object({ into: z.number().int().min(1).max(MAX_ID) }),
  },
})
