import { foldName } from '#shared/domain/person-name.ts'
import { ADMIN_TABS_TEXT, ADMIN_GROUPS_TEXT, ADMIN_TAB_WORDS } from './admin-messages.ts'

export type AdminTabName = keyof typeof ADMIN_TABS_TEXT

/** In this order; a group's address opens its first tab. */
export const ADMIN_GROUPS = {
  people: ['users', 'invitations', 'celebrities'],
  goods: ['shops', 'catalogue', 'searches'],
  publishing: ['site', 'affiliate', 'clicks', 'takedown'],
  system: ['health', 'jobs', 'storage', 'integrations', 'audit'],
} as const satisfies Record<string, readonly [AdminTabName, ...AdminTabName[]]>
type AdminGroupName = keyof typeof ADMIN_GROUPS

const GROUPS = Object.entries(ADMIN_GROUPS) as [
  AdminGroupName,
  readonly [AdminTabName, ...AdminTabName[]],
][]

/** What a hash opens: a tab, the first one of a group, or else the very first. */
export const chooseTab = (hash: string): { group: AdminGroupName; name: AdminTabName } => {
  for (const [group, tabs] of GROUPS) {
    const name = group === hash ? tabs[0] : tabs.find((tab) => tab === hash)
    if (name) return { group, name }
  }
  return { group: 'people', name: 'users' }
}

/** The tabs whose names or subjects contain every word of the text. */
export const findTabs = (text: string) => {
  const words = text.split(/\s+/).map(foldName).filter(Boolean)
  if (words.length === 0) return []
  return GROUPS.flatMap(([groupName, tabs]) =>
    tabs.flatMap((name) => {
      const [label, group] = [ADMIN_TABS_TEXT[name], ADMIN_GROUPS_TEXT[groupName]]
      const known = `${label} ${ADMIN_TAB_WORDS[name]} ${group}`.split(/\s+/).map(foldName)
      const isMatch = words.every((word) => known.some((other) => other.startsWith(word)))
      return isMatch ? [{ name, label, group }] : []
    }),
  )
}
