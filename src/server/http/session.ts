/** The signed-in person, as every handler sees them. */
export type SessionUser = {
  uid: string
  displayName: string
  email: string | null
  photoURL: string | null
  /** google, facebook or invite: the spec's Account Type. */
  provider: string
  hasInviteCode: boolean
  isInviteUser: boolean
}

export type Sessions = {
  read(headers: Headers): Promise<SessionUser | null>
}
