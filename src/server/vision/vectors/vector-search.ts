import type { VectorMatch } from '#shared/vision/match-order.ts'

/** The port for nearest-neighbour search over product vectors. */

export type VectorFilter = {
  category?: string | undefined
  /** Includes products added by this user; those of other users are never found. */
  ownerUid?: string | undefined
  /** Only these products, compared exactly. */
  among?: readonly string[] | undefined
}

export type VectorSearch = {
  kind: 'pgvector' | 'usearch' | 'scan'
  /** Nearest first, at most `count`. */
  search(vector: Float32Array, count: number, filter?: VectorFilter): Promise<VectorMatch[]>
  /** Resolves once searches are answered. */
  loaded(): Promise<void>
  /** Resolves once every vector is in the index; searches work before that too. */
  waitUntilIndexed(): Promise<void>
  close(): Promise<void>
}

/** One row of the table, in the form shared by all implementations. */
export type ProductVector = {
  productKey: string
  vector: Float32Array
  category: string
  ownerUid: string | null
  /** The transaction that wrote it; absent in rows to be written. */
  changedIn?: string | undefined
}
