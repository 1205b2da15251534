/** Parts of the administration that several tabs use. */

export const ADMIN_TEXT = {
  remove: 'Remove',
  find: 'Find in administration',
  nothingCalled: (text: string) => `Nothing is called “${text}”`,
  label: 'Administration',
  problemOfLine: (line: number, message: string) => `Line ${line}: ${message}`,
  more: (count: number) => `and ${count} more`,
  problems: (count: number, formatted: string) =>
    count === 1 ? '1 problem' : `${formatted} problems`,
  never: 'never',
} as const

export const ADMIN_TABS_TEXT = {
  users: 'Users',
  invitations: 'Invitations',
  celebrities: 'Celebrities',
  shops: 'Shops',
  searches: 'Searches',
  catalogue: 'Files',
  site: 'Site',
  affiliate: 'Affiliate',
  clicks: 'Clicks',
  takedown: 'Takedown',
  health: 'Health',
  jobs: 'Jobs',
  storage: 'Storage',
  integrations: 'Keys and webhooks',
  audit: 'Audit log',
} as const

export const ADMIN_GROUPS_TEXT = {
  people: 'People',
  goods: 'Catalogue',
  publishing: 'Publishing',
  system: 'System',
} as const

/** What else a tab is looked for by. */
export const ADMIN_TAB_WORDS = {
  users: 'accounts roles creators editors administrators suspend',
  invitations: 'codes invites requests',
  celebrities: 'people creators names rename merge portrait aka aliases remove',
  shops: 'feeds prices offers import',
  searches:
    'without results corrected spelling synonyms words meaning slang brands pinned products',
  catalogue: 'catalogue import export CSV',
  site: 'name logo colour contact imprint first page demo checklist',
  affiliate: 'rules links commission ads Amazon Awin',
  clicks: 'statistics links shops report',
  takedown: 'notices removals reports complaints copyright restore',
  health: 'servers version database email backup search workers',
  jobs: 'background queue failed retry',
  storage: 'disk files pictures tables space',
  integrations: 'API integrations programs',
  audit: 'history who changed what',
} as const satisfies Record<keyof typeof ADMIN_TABS_TEXT, string>
