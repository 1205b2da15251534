/** For whom a product is made; unknown if no source states it. */
export const DEPARTMENTS = ['women', 'men', 'girls', 'boys', 'baby', 'unisex'] as const
export type Department = (typeof DEPARTMENTS)[number]
