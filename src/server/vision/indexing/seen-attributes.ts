import type { Category } from '#shared/domain/category.ts'

/** Null where the models are not sure. */
export type SeenAttributes = {
  category: Category | null
  kind: string | null
  type: string | null
  colors: string[]
  pattern: string | null
  material: string | null
}

export const NOTHING_SEEN: SeenAttributes = {
  category: null,
  kind: null,
  type: null,
  colors: [],
  pattern: null,
  material: null,
}
