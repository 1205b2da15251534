/** What a look says about its picture, its publisher and what is worn in it. */

export const CLAIM_TEXT = {
  similarItem: 'Similar item',
  exact: {
    finder: 'Exact item, says our finder',
    editor: 'Exact item, say our editors',
    creator: 'Exact item, says the creator',
    brand: 'Exact item, says the brand',
  },
  similar: {
    finder: 'Similar item, says our finder',
    editor: 'Similar item, say our editors',
    creator: 'Similar item, says the creator',
    brand: 'Similar item, says the brand',
  },
} as const

export const DISCLOSURE_TEXT = {
  gifted: 'Gifted',
  paid: 'Paid partnership',
  affiliate: 'Affiliate links',
} as const

export const EPISODE_TEXT = {
  season: (season: number) => `Season ${season}`,
  episode: (episode: number) => `Episode ${episode}`,
  seasonAndEpisode: (season: number, episode: number) => `Season ${season}, episode ${episode}`,
} as const

export const WORN_DETAILS_TEXT = {
  wornInSize: (size: string) => `Worn in size ${size}`,
  code: (code: string) => `Code ${code}`,
  codeUntil: (code: string, day: string) => `Code ${code}, until ${day}`,
  confirmed: 'Confirmed',
  confirmedBy: (name: string) => `Confirmed by ${name}`,
  confirmedOn: (day: string) => `Confirmed on ${day}`,
  confirmedByOn: (name: string, day: string) => `Confirmed by ${name} on ${day}`,
} as const

export const PICTURE_ORIGIN_TEXT = {
  photo: 'Photo',
  source: 'Source',
  licence: 'Licence',
  takenOn: 'Taken on',
} as const
