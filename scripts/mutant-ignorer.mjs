const MIN_ROWS = 10

/** Rows of a long table are data, such as the signs of currencies: a test could only repeat them. */
const shouldIgnore = (path) => {
  if (!path.isStringLiteral() || path.getFunctionParent()) return undefined
  const table = path.findParent(
    (parent) => parent.isObjectExpression() || parent.isArrayExpression(),
  )
  const rows = table?.node.properties ?? table?.node.elements ?? []
  return rows.length >= MIN_ROWS ? 'a row of a table' : undefined
}

/** A plugin of Stryker. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'table-rows', value: { shouldIgnore } }]
