import { foldName } from '#shared/domain/person-name.ts'

/** `words`: what else a tab is looked for by. */
type AdminTab = { label: string; words: string }

export const ADMIN_TABS = {
  users: { label: 'Users', words: 'accounts roles creators editors administrators suspend' },
  invitations: { label: 'Invitations', words: 'codes invites requests' },
  celebrities: {
    label: 'Celebrities',
    words: 'people creators names rename merge portrait aka aliases remove',
  },
  shops: { label: 'Shops', words: 'feeds prices offers import' },
  searches: {
    label: 'Searches',
    words: 'without results corrected spelling synonyms words meaning slang brands pinned products',
  },
  catalogue: { label: 'Files', words: 'catalogue import export CSV' },
  site: { label: 'Site', words: 'name logo colour contact imprint first page demo checklist' },
  affiliate: { label: 'Affiliate', words: 'rules links commission ads Amazon Awin' },
  clicks: { label: 'Clicks', words: 'statistics links shops report' },
  takedown: { label: 'Takedown', words: 'notices removals reports complaints copyright restore' },
  health: { label: 'Health', words: 'servers version database email backup search workers' },
  jobs: { label: 'Jobs', words: 'background queue failed retry' },
  storage: { label: 'Storage', words: 'disk files pictures tables space' },
  integrations: { label: 'Keys and webhooks', words: 'API integrations programs' },
  audit: { label: 'Audit log', words: 'history who changed what' },
} as const satisfies Record<string, AdminTab>
export type AdminTabName = keyof typeof ADMIN_TABS

/** In this order; a group's address opens its first tab. */
export const ADMIN_GROUPS = {
  people: { label: 'People', tabs: ['users', 'invitations', 'celebrities'] },
  goods: { label: 'Catalogue', tabs: ['shops', 'catalogue', 'searches'] },
  publishing: { label: 'Publishing', tabs: ['site', 'affiliate', 'clicks', 'takedown'] },
  system: {
    label: 'System',
    tabs: ['health', 'jobs', 'storage', 'integrations', 'audit'],
  },
} as const satisfies Record<
  string,
  { label: string; tabs: readonly [AdminTabName, ...AdminTabName[]] }
>
type AdminGroupName = keyof typeof ADMIN_GROUPS

const GROUPS = Object.entries(ADMIN_GROUPS) as [
  AdminGroupName,
  { label: string; tabs: readonly [AdminTabName, ...AdminTabName[]] },
][]

/** What a hash opens: a tab, the first one of a group, or else the very first. */
export const chooseTab = (hash: string): { group: AdminGroupName; name: AdminTabName } => {
  for (const [group, { tabs }] of GROUPS) {
    const name = group === hash ? tabs[0] : tabs.find((tab) => tab === hash)
    if (name) return { group, name }
  }
  return { group: 'people', name: 'users' }
}

/** The tabs whose names or subjects contain every word of the text. */
export const findTabs = (text: string) => {
  const words = text.split(/\s+/).map(foldName).filter(Boolean)
  if (words.length === 0) return []
  return GROUPS.flatMap(([, { label: group, tabs }]) =>
    tabs.flatMap((name) => {
      const tab: AdminTab = ADMIN_TABS[name]
      const known = `${tab.label} ${tab.words} ${group}`.split(/\s+/).map(foldName)
      const isMatch = words.every((word) => known.some((other) => other.startsWith(word)))
      return isMatch ? [{ name, label: tab.label, group }] : []
    }),
  )
}
