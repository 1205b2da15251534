/** The viewer's left and right. */
export type Side = -1 | 1
export const SIDES: readonly Side[] = [-1, 1]
