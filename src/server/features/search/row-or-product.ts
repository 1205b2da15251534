/** A nullable column of the product, unless the row of the catalogue file said something else. */
export const rowOrProduct = (member: string, column: string) =>
  `CASE WHEN worn.row_says ? '${member}' THEN worn.row_says ->> '${member}' ELSE ${column} END`
