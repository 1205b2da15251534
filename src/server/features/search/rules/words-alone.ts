const NOT_NARROWING: ReadonlySet<string> = new Set([
  'q',
  'currency',
  'sort',
  'exact',
  'after',
  'limit',
])

/** Whether a list follows from words alone, without chosen filters and not while they are typed. */
export const isOfWordsAlone = (query: { q?: string | undefined }): boolean =>
  query.q !== undefined &&
  Object.entries(query).every(([name, value]) => value === undefined || NOT_NARROWING.has(name))
