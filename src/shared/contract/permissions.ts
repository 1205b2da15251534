/** Who makes a call. Each role may also do what the roles before it may. */
export type Role = 'visitor' | 'user' | 'invited' | 'admin'

/** The only table of permissions. Every call names one of them, and `serve.ts` enforces it. */
const PERMISSIONS = {
  browse: ['visitor', 'user', 'invited', 'admin'],
  'use-account': ['user', 'invited', 'admin'],
  'add-products': ['invited', 'admin'],
  administer: ['admin'],
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof PERMISSIONS

/** Permissions that need no account. */
export type VisitorPermission = {
  [P in Permission]: 'visitor' extends (typeof PERMISSIONS)[P][number] ? P : never
}[Permission]

export const isAllowed = (role: Role, permission: Permission): boolean => {
  const roles: readonly Role[] = PERMISSIONS[permission]
  return roles.includes(role)
}

export const roleOf = (user: { isAdmin: boolean; hasInviteCode: boolean } | null): Role => {
  if (!user) return 'visitor'
  if (user.isAdmin) return 'admin'
  return user.hasInviteCode ? 'invited' : 'user'
}
