/** A moment as an administrator compares them: always of the same width. */
export const dateText = (moment: string | null): string =>
  moment === null ? 'never' : new Date(moment).toLocaleDateString('sv-SE')

export const timeText = (moment: string): string => new Date(moment).toLocaleString('sv-SE')
