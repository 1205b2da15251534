/** A moment as an administrator compares them: always of the same width. */
export const dateText = (moment: string | null): string =>
  moment === null ? 'never' : new Date(moment).toLocaleDateString('sv-SE')

export const timeText = (moment: string): string => new Date(moment).toLocaleString('sv-SE')

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Such as '12 MB'. */
export const bytesText = (bytes: number): string => {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`
}
