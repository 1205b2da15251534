import { type Hit, type MakeGraph, Shard } from './shard.ts'
import type { ProductVector, VectorFilter } from './vector-search.ts'

/** All vectors of one model in memory, one shard per category, so that the most common filter is free. */
export class MemoryIndex {
  private readonly dimensions: number
  private readonly makeGraph: MakeGraph | null
  private readonly maxRows: number
  private readonly shards = new Map<string, Shard>()
  private readonly categoryOf = new Map<string, string>()

  constructor(dimensions: number, makeGraph: MakeGraph | null, maxRows = Infinity) {
    this.dimensions = dimensions
    this.makeGraph = makeGraph
    this.maxRows = maxRows
  }

  get size() {
    return this.categoryOf.size
  }

  /** False if the index is full. */
  put(row: ProductVector): boolean {
    const former = this.categoryOf.get(row.productKey)
    if (former === undefined && this.size >= this.maxRows) return false
    if (former !== undefined && former !== row.category) this.remove(row.productKey)
    let shard = this.shards.get(row.category)
    if (!shard) {
      shard = new Shard(this.dimensions, this.makeGraph)
      this.shards.set(row.category, shard)
    }
    shard.put(row)
    this.categoryOf.set(row.productKey, row.category)
    return true
  }

  remove(productKey: string) {
    const category = this.categoryOf.get(productKey)
    if (category === undefined) return
    this.shards.get(category)?.remove(productKey)
    this.categoryOf.delete(productKey)
  }

  /** Removes every product that is not in `known`. */
  retain(known: ReadonlySet<string>) {
    for (const productKey of this.categoryOf.keys())
      if (!known.has(productKey)) this.remove(productKey)
  }

  /** Adds some rows to the graphs; false when there are none left. */
  growGraphs(limit: number): boolean {
    return [...this.shards.values()].some((shard) => shard.growGraph(limit))
  }

  search(vector: Float32Array, count: number, filter: VectorFilter): Hit[] {
    const { category } = filter
    const shards = [...this.shards].filter(([name]) => !category || name === category)
    return shards
      .flatMap(([, shard]) => shard.search(vector, count, filter))
      .toSorted((a, b) => b.similarity - a.similarity)
      .slice(0, count)
  }
}
