/** The tables of each folder of `src/server`. */
export const TABLE_OWNERS: Readonly<Record<string, readonly string[]>>
