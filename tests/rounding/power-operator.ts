import { parseAst, type Plugin } from 'vite'

type Node = { type: string; start: number; end: number; left: Node; operator: string }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const powersIn = (value: unknown): Node[] => {
  if (Array.isArray(value)) return value.flatMap(powersIn)
  if (!isNode(value)) return []
  const own = value.type === 'BinaryExpression' && value.operator === '**' ? [value] : []
  return [...own, ...Object.values(value).flatMap(powersIn)]
}

/** Turns `a ** b` into `Math.pow(a, b)`, because an operator cannot be replaced at run time. */
export const powerOperator = (): Plugin => ({
  name: 'power-operator',
  enforce: 'post',
  transform: (code, id) => {
    if (id.includes('node_modules') || !code.includes('**')) return null
    const edits = powersIn(parseAst(code)).flatMap(({ start, end, left }) => [
      { at: start, length: 0, text: 'Math.pow(' },
      { at: code.indexOf('**', left.end), length: 2, text: ',' },
      { at: end, length: 0, text: ')' },
    ])
    let changed = code
    for (const { at, length, text } of edits.toSorted((a, b) => b.at - a.at))
      changed = changed.slice(0, at) + text + changed.slice(at + length)
    return { code: changed, map: null }
  },
})
