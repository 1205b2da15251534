// Reports texts that visitors see, or hear from a screen reader, written in components instead of message
// modules: translations replace modules.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

/** The same in every language. */
const EXCEPTIONS = new Set([
  // The beginning of every address, as a placeholder.
  'https://',
  // Names of formats, services and commands.
  'S3',
  'RSS',
  'Atom',
  'JSON Feed',
])

const READ_ATTRIBUTES =
  /^(?:aria-(?:label|description|roledescription|valuetext)|alt|title|placeholder|label|legend|description|hint|lead|kicker|empty|emptyHint|notLoaded|message|confirm|cancel|submit|question|explanation)$/
const READ_CALLS = /^(?:toast\.(?:success|error|info)|usePageTitle)$/

const hasLetter = (text) =>
  /\p{L}/u.test(text.replaceAll(/&\w+;/g, '')) && !EXCEPTIONS.has(text.trim())

const children = (node) =>
  Object.entries(node)
    .filter(([key]) => key !== 'parent')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value) => value !== null && typeof value?.type === 'string')

/** The literals that an expression may be, but not those that it only reads. */
const listLiterals = (node) => {
  if (!node) return []
  if (node.type === 'Literal')
    return typeof node.value === 'string' && hasLetter(node.value) ? [node] : []
  if (node.type === 'TemplateLiteral')
    return node.quasis.some(({ value }) => hasLetter(value.cooked)) ? [node] : []
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap(listLiterals)
  if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap(listLiterals)
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return [node.left, node.right].flatMap(listLiterals)
  if (node.type === 'JSXExpressionContainer') return listLiterals(node.expression)
  return []
}

const nameOf = (node) =>
  node.type === 'MemberExpression' ? `${node.object.name}.${node.property.name}` : (node.name ?? '')

/** Source offsets of the texts in a component. */
export const findVisibleText = (path, source) => {
  const found = []
  const visit = (node) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node.children) {
        if (child.type === 'JSXText' && hasLetter(child.value)) found.push(child)
        if (child.type === 'JSXExpressionContainer') found.push(...listLiterals(child))
      }
    if (node.type === 'JSXAttribute' && READ_ATTRIBUTES.test(nameOf(node.name)))
      found.push(...listLiterals(node.value))
    if (node.type === 'CallExpression' && READ_CALLS.test(nameOf(node.callee)))
      found.push(...listLiterals(node.arguments[0]))
    children(node).forEach(visit)
  }
  visit(parseSync(path, source).program)
  return found.map(({ start, end }) => ({ start, text: source.slice(start, end).trim() }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const components = readdirSync('src/client', { recursive: true })
    .map((file) => join('src', 'client', file))
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  let hasFailed = false
  for (const path of components) {
    const source = readFileSync(path, 'utf8')
    for (const { start, text } of findVisibleText(path, source)) {
      hasFailed = true
      const line = source.slice(0, start).split('\n').length
      console.log(`${path}:${line}: ${text.replaceAll(/\s+/g, ' ')} belongs in a message module`)
    }
  }
  process.exit(hasFailed ? 1 : 0)
}
