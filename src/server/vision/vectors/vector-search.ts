/** The port: products whose vectors are nearest to one, wherever the vectors are searched. */

export type VectorFilter = {
  category?: string | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  /** Products that this person added are found as well; those of others never are. */
  ownerUid?: string | undefined
}

/** `similarity` is the cosine, 1 for the very same picture. */
export type VectorMatch = { productKey: string; similarity: number }

export type VectorSearch = {
  kind: 'pgvector' | 'usearch' | 'scan'
  /** The nearest first, at most `count`. */
  search(vector: Float32Array, count: number, filter?: VectorFilter): Promise<VectorMatch[]>
  close(): Promise<void>
}

/** One row of the table, as every kind of search understands it. */
export type ProductVector = {
  productKey: string
  vector: Float32Array
  category: string
  price: number | null
  ownerUid: string | null
}
