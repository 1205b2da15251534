import { describe, expect, it } from 'vitest'
import { accountItems } from './navigation.tsx'

const labels = (hasInviteCode: boolean) =>
  accountItems({ hasInviteCode, isAdmin: false }).map(({ label }) => label)

describe('the account dropdown', () => {
  it('offers Invitation to a user without an invite code', () => {
    expect(labels(false)).toEqual([
      'My Profile',
      'Account Settings',
      'Invitation',
      'Upload Product',
      'Sign Out',
    ])
  })

  it('hides Invitation once the user has an invite code', () => {
    expect(labels(true)).not.toContain('Invitation')
  })
})
