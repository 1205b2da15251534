import { describe, expect, it } from 'vitest'
import { listAccountItems } from './navigation.tsx'

const labels = (hasInviteCode: boolean, publisherRole: 'creator' | null = null) =>
  listAccountItems({ hasInviteCode, isAdmin: false, publisherRole }).map(({ label }) => label)

describe('the account dropdown', () => {
  it('offers Invitation to a user without an invite code', () => {
    expect(labels(false)).toEqual([
      'My Profile',
      'Alerts',
      'Following',
      'Boards',
      'Account Settings',
      'Invitation',
      'Upload Product',
      'Sign Out',
    ])
  })

  it('offers the Studio to whoever publishes', () => {
    expect(labels(true, 'creator')).toContain('Studio')
    expect(labels(true)).not.toContain('Studio')
  })

  it('hides Invitation once the user has an invite code', () => {
    expect(labels(true)).not.toContain('Invitation')
  })
})
