import type { Database } from '#server/core/db/database.ts'
import {
  type CopyTarget,
  createCopySource,
  createCopyStore,
  type DocumentSelection,
} from './search-copy.store.ts'

/** Small, because removals wait for the chunk that is being copied. */
export const CHUNK_SIZE = 2_000
const MAX_ID = '9223372036854775807'

export type OnProgress = (done: number, total: number) => void

type ComparisonDependencies = {
  catalog: Database['pool']
  remote: Database['pool']
  waitUntilApplied: (productIds: readonly string[]) => Promise<void>
}

/** Ranges of products of the catalogue, each of one chunk. */
export const readChunks = async function* (
  catalog: Database['pool'],
  target: CopyTarget,
  from: string,
) {
  const source = createCopySource(catalog, target)
  let above = from
  for (;;) {
    const bound = await source.boundAfter(above, CHUNK_SIZE)
    yield { above, upTo: bound ?? MAX_ID }
    if (bound === null) return
    above = bound
  }
}

/** Finds products whose documents in the search database differ from those of the catalogue's database. */
export const createSearchComparison = ({
  catalog,
  remote,
  waitUntilApplied,
}: ComparisonDependencies) => {
  const findDifferingIds = async (
    target: CopyTarget,
    selection: DocumentSelection,
  ): Promise<string[]> => {
    const expected = await createCopySource(catalog, target).digests(selection)
    const stored = await createCopyStore(remote, target).digests(selection)
    const parts = target.hasVectors ? (['documents', 'vectors'] as const) : ['documents' as const]
    const ids = parts.flatMap((part) =>
      [...expected[part].keys(), ...stored[part].keys()].filter(
        (id) => expected[part].get(id) !== stored[part].get(id),
      ),
    )
    return [...new Set(ids)]
  }

  return async (target: CopyTarget, onProgress: OnProgress): Promise<string[]> => {
    const total = await createCopySource(catalog, target).count()
    const differingIds: string[] = []
    let done = 0
    for await (const range of readChunks(catalog, target, '0')) {
      const suspects = await findDifferingIds(target, range)
      if (suspects.length > 0) {
        // These documents may have changed while they were compared, so they are compared again.
        await waitUntilApplied(suspects)
        differingIds.push(...(await findDifferingIds(target, { ids: suspects })))
      }
      done += CHUNK_SIZE
      onProgress(Math.min(done, total), total)
    }
    return differingIds
  }
}
