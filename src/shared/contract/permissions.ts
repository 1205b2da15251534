/** The caller's role. Each role may also do what the roles before it may. */
export type Role = 'visitor' | 'user' | 'invited' | 'creator' | 'editor' | 'admin'

/** Roles that publish looks: a creator on a page of their own, an editor for anyone. */
export const PUBLISHER_ROLES = ['creator', 'editor'] as const
export type PublisherRole = (typeof PUBLISHER_ROLES)[number]

/** Roles that are given to users. */
export const USER_ROLES = ['user', 'invited', ...PUBLISHER_ROLES, 'admin'] as const
export type UserRole = (typeof USER_ROLES)[number]

/** The only table of permissions. Every call names one of them, and `serve.ts` enforces it. */
const PERMISSIONS = {
  browse: ['visitor', 'user', 'invited', 'creator', 'editor', 'admin'],
  'use-account': ['user', 'invited', 'creator', 'editor', 'admin'],
  'add-products': ['invited', 'creator', 'editor', 'admin'],
  'publish-own': ['creator', 'editor', 'admin'],
  publish: ['editor', 'admin'],
  administer: ['admin'],
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof PERMISSIONS
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as [Permission, ...Permission[]]

/** Permissions that need no account. */
export type VisitorPermission = {
  [P in Permission]: 'visitor' extends (typeof PERMISSIONS)[P][number] ? P : never
}[Permission]

export const isAllowed = (role: Role, permission: Permission): boolean => {
  const roles: readonly Role[] = PERMISSIONS[permission]
  return roles.includes(role)
}

type UserStatus = {
  isAdmin: boolean
  hasInviteCode: boolean
  publisherRole: PublisherRole | null
}

export const getRole = (user: UserStatus | null): Role => {
  if (!user) return 'visitor'
  if (user.isAdmin) return 'admin'
  if (user.publisherRole) return user.publisherRole
  return user.hasInviteCode ? 'invited' : 'user'
}

/** Of a key that may read what its user may read in the account, and change nothing. */
export const READ_SCOPE = 'read-account'
/** What a key can be given: permissions, or reading alone. */
export const KEY_SCOPES = [...PERMISSION_NAMES, READ_SCOPE] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Permissions that a key of the site can have; the others need a user. */
export const SITE_SCOPES = ['browse', 'administer'] as const satisfies Permission[]
