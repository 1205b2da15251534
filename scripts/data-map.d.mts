export const DOCUMENT: string
/** Each table that the statements leave, with those that its foreign keys refer to. */
export const readReferences: (sql: string) => Map<string, Set<string>>
export const readSchema: () => string
export const updateMap: (document: string) => string
