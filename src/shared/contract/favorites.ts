import { z } from 'zod'
import { defineCalls, envelope } from './call.ts'
import { favoriteProductSchema, productNameSchema, productRecordSchema } from './products.ts'

export const favoriteCalls = defineCalls({
  'GET /api/favorites/check': {
    summary: 'Whether a product or detection is favorited, by its name',
    access: 'user',
    query: z.object({ name: productNameSchema }),
    reply: envelope(z.object({ isFavorited: z.boolean() })),
  },
  'POST /api/favorites': {
    summary: 'Add a favorite: a product of the catalogue, or an own detection',
    access: 'user',
    body: z.union([
      z.object({ product: favoriteProductSchema }),
      z.object({ detection_id: z.string().min(1).max(200) }),
    ]),
    reply: envelope(productRecordSchema),
    limit: 'saveProduct',
  },
  'DELETE /api/favorites': {
    summary: 'Remove a favorite, by its name',
    access: 'user',
    body: z.object({ name: productNameSchema }),
    reply: envelope(z.null()),
    limit: 'saveProduct',
  },
})
