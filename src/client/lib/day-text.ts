/** Such as '17 Nov 2026'. */
export const dayText = (moment: string | number, dateStyle: 'medium' | 'long' = 'medium'): string =>
  new Date(moment).toLocaleDateString('en-GB', { dateStyle })
