// `npm run data-map`: writes the map of the data in docs/architecture.md: who owns which tables, and
// which owners' rows refer to whose.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { TABLE_OWNERS } from './table-owners.mjs'

const ROOT = dirname(import.meta.dirname)
const MIGRATIONS = join(ROOT, 'src', 'server', 'core', 'db', 'migrations')
export const DOCUMENT = join(ROOT, 'docs', 'architecture.md')

const CREATED = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+) \((.*?)\n\);/gms
const ALTERED = /^ALTER TABLE ([\w.]+)\b([^;]*);/gm
const DROPPED = /^DROP TABLE (?:IF EXISTS )?([^;]*);/gm
const REFERENCE = /\bREFERENCES ([\w.]+)/g

/** Each table that the statements leave, with those that its foreign keys refer to. */
export const readReferences = (sql) => {
  const tables = new Map()
  for (const [, table] of sql.matchAll(CREATED)) tables.set(table, new Set())
  for (const [, table, body] of [...sql.matchAll(CREATED), ...sql.matchAll(ALTERED)])
    for (const [, target] of body.matchAll(REFERENCE)) tables.get(table)?.add(target)
  for (const [, names] of sql.matchAll(DROPPED))
    for (const name of names.split(',')) tables.delete(name.trim())
  return tables
}

/** All statements that create a new database, without comments. */
export const readSchema = () =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => readFileSync(join(MIGRATIONS, name), 'utf8').replaceAll(/--.*$/gm, ''))
    .join('\n')

const TABLES_PER_LINE = 3

const splitIntoLines = (tables) =>
  Array.from({ length: Math.ceil(tables.length / TABLES_PER_LINE) }, (_, line) =>
    tables.slice(line * TABLES_PER_LINE, (line + 1) * TABLES_PER_LINE).join(', '),
  )

/** A flowchart with one box for each owner, and an arrow to each owner whose rows its own refer to. */
export const drawMap = (owners, references) => {
  const shortenFolder = (folder) => folder.replace('features/', '')
  const ownerOf = new Map(
    Object.entries(owners).flatMap(([folder, tables]) =>
      tables.map((table) => [table, shortenFolder(folder)]),
    ),
  )
  const boxes = Object.entries(owners).map(
    ([folder, tables]) =>
      `  ${shortenFolder(folder)}["<b>${shortenFolder(folder)}</b><br/>${splitIntoLines(tables).join('<br/>')}"]`,
  )
  const arrows = new Set(
    [...references].flatMap(([table, targets]) =>
      [...targets].flatMap((target) => {
        const [from, to] = [ownerOf.get(table), ownerOf.get(target)]
        return from === to || !from || !to ? [] : [`  ${from} --> ${to}`]
      }),
    ),
  )
  return ['```mermaid', 'flowchart LR', ...boxes, ...[...arrows].toSorted(), '```'].join('\n')
}

const MAP = /(?<=<!-- data map -->\n).*?(?=\n<!-- \/data map -->)/s

/** The document with the map of today. */
export const updateMap = (document) =>
  document.replace(MAP, () => drawMap(TABLE_OWNERS, readReferences(readSchema())))

if (import.meta.filename === process.argv[1])
  writeFileSync(DOCUMENT, updateMap(readFileSync(DOCUMENT, 'utf8')))
