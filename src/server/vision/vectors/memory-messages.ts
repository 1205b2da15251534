import type { ProductVector, VectorFilter, VectorMatch } from './vector-search.ts'

export type MemorySettings = { dimensions: number; mayUseGraph: boolean; maxRows: number }

export type MemoryRequest =
  | { type: 'put'; rows: ProductVector[] }
  | { type: 'remove'; productKeys: string[] }
  | { type: 'retain'; productKeys: string[] }
  /** Answered once every row is in a graph. */
  | { type: 'settle'; id: number }
  | { type: 'search'; id: number; vector: Float32Array; count: number; filter: VectorFilter }

export type MemoryReply =
  | { type: 'ready'; hasGraph: boolean }
  /** More rows were sent than the index may hold. */
  | { type: 'full' }
  | { type: 'settled'; id: number }
  | { type: 'found'; id: number; matches: VectorMatch[] }
