import { z } from 'zod'
import { FIND, SCAN } from '#shared/constants.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { embeddingSchema } from './answers.ts'
import { callsFor, envelope, emptyReply } from './call.ts'
import { scanCalls } from './scan.ts'

/** Fields of a form arrive as text. */
const numberField = z.coerce.number()
const id = z.uuid()

/** Identifies the model weights that a browser scanned a photo with. */
const models = z.string().min(1).max(FIND.modelsChars)
/** Numbers of a vector of unit length; how many there are depends on the models. */
const vector = z.array(z.number().min(-1).max(1)).min(1).max(FIND.vectorNumbers)
const word = z.string().max(FIND.wordChars)

/** A browser's description of an object in a photo that it does not send. */
const describedObjectSchema = z.object({
  kind: word,
  /** Words by attribute, as the models know them. */
  words: z.record(word, word),
  /** The colour of its pixels, if it can be named. */
  colour: word.nullable(),
  /** Its height, relative to its width: of two jackets, the longer is a coat. */
  heightToWidth: z.number().positive(),
  vector,
})
export type DescribedObject = z.infer<typeof describedObjectSchema>

/** The public photo finder. Whoever has the id of a scan may read it; photos are not stored. */
export const findCalls = callsFor('browse', {
  'POST /api/find': {
    summary:
      'Scan a photo without storing it: its place in the queue, boxes, then products card by card, one JSON object per line',
    files: ['image'],
    maxBytes: FIND.maxBytes,
    reply: 'application/x-ndjson',
    limit: 'find',
  },
  'GET /api/find/:id': {
    summary: 'Resume a scan after a lost connection',
    params: z.object({ id }),
    query: scanCalls['GET /api/scan/:id'].query,
    reply: 'application/x-ndjson',
    limit: 'resumeScan',
  },
  'DELETE /api/find/:id': {
    summary: 'Stop a scan and delete its results',
    params: z.object({ id }),
    reply: emptyReply,
  },
  'POST /api/find-box': {
    summary: 'Products like the content of a box (in the 400-unit frame) of a piece of a photo',
    files: ['image'],
    maxBytes: FIND.maxBytes,
    body: z.object({
      x: numberField,
      y: numberField,
      width: numberField.min(0),
      height: numberField.min(0),
      category: z.enum(CATEGORIES).optional(),
    }),
    reply: scanCalls['POST /api/scan-box'].reply,
    limit: 'findBox',
  },
  'POST /api/find-objects': {
    summary:
      'Embeddings for /api/answers from the descriptions of objects, where a browser scanned the photo itself',
    body: z.object({
      models,
      objects: z.array(describedObjectSchema).min(1).max(SCAN.maxDetections),
    }),
    reply: envelope(z.object({ embeddings: z.array(embeddingSchema) })),
    maxBytes: FIND.descriptionBytes,
    limit: 'find',
  },
  'POST /api/find-vector': {
    summary: 'The same for a box that a user drew, of which only the vector is known',
    body: z.object({ models, vector, category: z.enum(CATEGORIES).optional() }),
    reply: envelope(z.object({ embedding: embeddingSchema })),
    limit: 'findBox',
  },
  'POST /api/find-address': {
    summary: 'Fetch a picture from the web, as a browser could, and return it as a JPEG',
    body: z.object({ address: z.string().trim().min(1).max(2000) }),
    reply: 'image/jpeg',
    limit: 'findAddress',
  },
})
