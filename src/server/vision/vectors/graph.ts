import { createRequire } from 'node:module'
import type * as Usearch from 'usearch'

/** An approximate index over numbered vectors. */
export type Graph = {
  add(slot: number, vector: Float32Array): void
  remove(slot: number): void
  /** Slots, nearest first. */
  search(vector: Float32Array, count: number): number[]
}

export type MakeGraph = (dimensions: number) => Graph

/** Gives a recall at 20 above 0.98 among 100,000 vectors, as measured by the bench. */
const CONNECTIVITY = 16
const EFFORT_ADD = 128
const EFFORT_SEARCH = 128

/** Null if the native library cannot be loaded; the caller then scans. */
export const loadGraphs = (): MakeGraph | null => {
  let usearch: typeof Usearch
  try {
    usearch = createRequire(import.meta.url)('usearch') as typeof Usearch
  } catch {
    // No prebuilt binary for this machine.
    return null
  }
  return (dimensions) => {
    const index = new usearch.Index({
      dimensions,
      metric: usearch.MetricKind.IP,
      quantization: usearch.ScalarKind.F16,
      connectivity: CONNECTIVITY,
      expansion_add: EFFORT_ADD,
      expansion_search: EFFORT_SEARCH,
      multi: false,
    })
    return {
      add: (slot, vector) => index.add(BigInt(slot), vector, 1),
      remove: (slot) => void index.remove(BigInt(slot)),
      search: (vector, count) => Array.from(index.search(vector, count, 1).keys, Number),
    }
  }
}
