import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type MakeGraph, type SavedShard, Shard } from './shard.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { VectorMatch } from '#shared/vision/match-order.ts'
import type { ProductVector, VectorFilter } from './vector-search.ts'

type Saved = { dimensions: number; shards: [category: string, SavedShard][] }

/** A model that was not saved for so long serves no more. */
const UNUSED_MS = 7 * DAY_MS

const deleteOtherIndexes = (folder: string) => {
  for (const name of readdirSync(folder)) {
    const { mtimeMs } = statSync(join(folder, name))
    if (mtimeMs < Date.now() - UNUSED_MS) rmSync(join(folder, name), { recursive: true })
  }
}

/** All vectors of one model in memory, one shard per category, so that the most common filter is free. */
export class MemoryIndex {
  private readonly dimensions: number
  private readonly makeGraph: MakeGraph | null
  private readonly maxRows: number
  private readonly shards = new Map<string, Shard>()
  private readonly categoryOf = new Map<string, string>()
  private isSaved = true

  constructor(dimensions: number, makeGraph: MakeGraph | null, maxRows = Infinity) {
    this.dimensions = dimensions
    this.makeGraph = makeGraph
    this.maxRows = maxRows
  }

  get size() {
    return this.categoryOf.size
  }

  /** The transaction that wrote each vector. */
  changes(): [string, string][] {
    return [...this.shards.values()].flatMap((shard) => Array.from(shard.changes()))
  }

  /** False if the index is full. */
  put(row: ProductVector): boolean {
    const former = this.categoryOf.get(row.productKey)
    if (former === undefined && this.size >= this.maxRows) return false
    if (former !== undefined && former !== row.category) this.remove(row.productKey)
    this.shardOf(row.category).put(row)
    this.categoryOf.set(row.productKey, row.category)
    this.isSaved = false
    return true
  }

  remove(productKey: string) {
    const category = this.categoryOf.get(productKey)
    if (category === undefined) return
    this.shards.get(category)?.remove(productKey)
    this.categoryOf.delete(productKey)
    this.isSaved = false
  }

  /** Removes every product that is not in `known`. */
  retain(knownKeys: ReadonlySet<string>) {
    for (const productKey of this.categoryOf.keys())
      if (!knownKeys.has(productKey)) this.remove(productKey)
  }

  /** Adds some rows to the graphs; false when there are none left. */
  growGraphs(limit: number): boolean {
    return [...this.shards.values()].some((shard) => shard.growGraph(limit))
  }

  search(vector: Float32Array, count: number, filter: VectorFilter): VectorMatch[] {
    const { category } = filter
    const shards = [...this.shards].filter(([name]) => !category || name === category)
    return shards
      .flatMap(([, shard]) => shard.search(vector, count, filter))
      .toSorted((a, b) => b.similarity - a.similarity)
      .slice(0, count)
  }

  /** Replaces the folder as a whole: half of an index would answer wrongly. */
  save(folder: string) {
    if (this.isSaved) return
    const temporaryFolder = `${folder}.${process.pid}`
    rmSync(temporaryFolder, { recursive: true, force: true })
    mkdirSync(temporaryFolder, { recursive: true })
    const shards = [...this.shards].map(([category, shard], index): Saved['shards'][number] => [
      category,
      shard.save(join(temporaryFolder, String(index))),
    ])
    const saved: Saved = { dimensions: this.dimensions, shards }
    writeFileSync(join(temporaryFolder, 'index.json'), JSON.stringify(saved))
    rmSync(folder, { recursive: true, force: true })
    renameSync(temporaryFolder, folder)
    this.isSaved = true
    deleteOtherIndexes(dirname(folder))
  }

  /** Throws if nothing was saved, or nothing that fits. */
  restore(folder: string) {
    const saved = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Saved
    if (saved.dimensions !== this.dimensions) throw new Error('These are other vectors')
    for (const [index, [category, shard]] of saved.shards.entries()) {
      this.shardOf(category).restore(join(folder, String(index)), shard)
      for (const facts of shard.facts) if (facts) this.categoryOf.set(facts.productKey, category)
    }
  }

  private shardOf(category: string): Shard {
    const existing = this.shards.get(category)
    if (existing) return existing
    const shard = new Shard(this.dimensions, this.makeGraph)
    this.shards.set(category, shard)
    return shard
  }
}
