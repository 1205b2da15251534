/** For whom a product is made. A product of which nobody says it has none. */
export const DEPARTMENTS = ['women', 'men', 'girls', 'boys', 'baby', 'unisex'] as const
export type Department = (typeof DEPARTMENTS)[number]
