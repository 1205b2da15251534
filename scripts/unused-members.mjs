// Reports members of the shared tables (messages, constants, paths) that no production code reads.
// knip sees only whole exports; a sentence or number that only its own test reads is dead as well.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const TABLES = /^src\/shared\/[\w-]+\.ts$/
const isProduction = (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

const listFiles = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true }).map((file) => join(folder, file))
    : []

const parseProgram = (path) => parseSync(path, readFileSync(path, 'utf8')).program

const children = (node) =>
  Object.entries(node)
    .filter(([key]) => key !== 'parent')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value) => value !== null && typeof value?.type === 'string')

const getKey = ({ key, computed }) => (computed ? undefined : (key?.name ?? key?.value))

/** The members of every `export const NAME = { … }`. */
const findTables = (program) =>
  program.body.flatMap(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ id, init }) => {
      const object = init?.type === 'TSAsExpression' ? init.expression : init
      if (object?.type !== 'ObjectExpression') return []
      return [{ name: id.name, members: object.properties.map(getKey).filter(Boolean) }]
    })
  })

/** Calls `onRead(name, member)` for each read; without a member where the whole table is passed on. */
const visitReads = (node, onRead, skip) => {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportSpecifier') return
  if (node.type === 'MemberExpression' && node.object.type === 'Identifier' && !node.computed) {
    onRead(node.object.name, node.property.name)
    return
  }
  if (node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern') {
    if (node.init?.type === 'Identifier') {
      for (const property of node.id.properties) onRead(node.init.name, getKey(property))
      return
    }
  }
  if (node.type === 'Identifier' && !skip) onRead(node.name)
  for (const child of children(node)) {
    const isName =
      (node.type === 'VariableDeclarator' && child === node.id) ||
      (node.type === 'Property' && child === node.key && !node.computed && !node.shorthand)
    visitReads(child, onRead, isName)
  }
}

const sources = ['src', 'lab', 'demo'].flatMap(listFiles).filter(isProduction)
const programs = new Map(sources.map((path) => [path, parseProgram(path)]))
const unread = new Map()
for (const [path, program] of programs)
  if (TABLES.test(path))
    for (const { name, members } of findTables(program))
      unread.set(name, { path, members: new Set(members) })

for (const program of programs.values())
  visitReads(program, (name, member) => {
    const table = unread.get(name)
    if (member === undefined) table?.members.clear()
    else table?.members.delete(member)
  })

let hasFailed = false
for (const [name, { path, members }] of unread)
  for (const member of members) {
    hasFailed = true
    console.log(`${path}: ${name}.${member} is read by no production code`)
  }
process.exit(hasFailed ? 1 : 0)
