export const MEGABYTE = 1_024 * 1_024
