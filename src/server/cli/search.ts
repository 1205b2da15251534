import type { SearchDatabase } from '#server/features/search/index.ts'
import {
  findCommand,
  createProgressBar,
  runCommandLine,
  withDatabase,
  withSearchDatabase,
} from './command-line.ts'

const USAGE = `Usage:
  npm run search -- status
  npm run search -- rebuild
  npm run search -- verify [--repair]
  npm run search -- detach

With SEARCH_DATABASE_URL, search documents are copied to that database, and searches read it.
status   says where the documents are, how many changes wait and for how long, and what runs there.
rebuild  copies all documents again while the site serves; goes on where it was interrupted.
verify   compares every document and vector with the database itself.
  --repair   copies those that differ again.
detach   stops copying: running servers search the database itself at once. Then unset
         SEARCH_DATABASE_URL and restart them, because a server that starts with it copies again.`

const withProgressBar = async <T>(
  step: string,
  work: (onProgress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> => {
  const bar = createProgressBar(process.stderr)
  const result = await work((done, total) =>
    bar.show(total === 0 ? 1 : done / total, step, `${done} of ${total}`),
  )
  bar.end()
  return result
}

const printStatus = async (search: SearchDatabase) => {
  const { documents, copies, waiting, lagSeconds, isFilled, hasVectors, nodes } =
    await search.details()
  console.log(`Documents in the database itself: ${documents}`)
  console.log(`Documents in the search database: ${copies}`)
  console.log(
    isFilled
      ? 'Searches read the search database.'
      : 'The search database has not been filled yet.',
  )
  console.log(`Pending changes: ${waiting}${waiting ? `, for ${Math.ceil(lagSeconds)} s` : ''}`)
  console.log(hasVectors ? 'Vectors: pgvector' : 'Vectors: none, pgvector is missing')
  for (const { name, shards } of nodes) console.log(`Citus node ${name}: ${shards} shards`)
}

const commands: Record<string, (search: SearchDatabase, isRepair: boolean) => Promise<void>> = {
  status: printStatus,
  rebuild: async (search) => {
    const isDone = await withProgressBar('copying documents', search.rebuild)
    if (!isDone) throw new Error('A server or another command is already filling it.')
    await search.waitUntilAllApplied()
    console.log('The search database has all documents.')
  },
  verify: async (search, isRepair) => {
    const different = await withProgressBar('comparing documents', search.verify)
    if (isRepair) await search.repair(different)
    const listed = different.slice(0, 20).join(', ')
    const outcome = isRepair ? 'repaired' : 'different; --repair copies them again'
    console.log(
      different.length === 0
        ? 'All documents are the same.'
        : `${different.length} ${outcome}. Products: ${listed}${different.length > 20 ? ', …' : ''}`,
    )
    if (different.length > 0 && !isRepair) process.exitCode = 1
  },
  detach: async (search) => {
    await search.detach()
    console.log('Searches read the database itself. Unset SEARCH_DATABASE_URL now.')
  },
}

await runCommandLine(
  USAGE,
  { repair: { type: 'boolean' } },
  async ({ positionals: [name = ''], values }) => {
    const command = findCommand(name, commands)
    await withDatabase((database, env, log) =>
      withSearchDatabase(database, env, log, async (search) => {
        if (!search) throw new Error('SEARCH_DATABASE_URL is not set: searches read the database.')
        await command(search, values.repair ?? false)
      }),
    )
  },
)
