import { describe, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import { isCatalogPath, listAccountItems } from './navigation.tsx'

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

/** Public screens that show nothing of the catalogue, or name the demo themselves. */
const WITHOUT_CATALOG: readonly string[] = [
  paths.termsPolicy.pattern,
  paths.contactUs.pattern,
  paths.demoShop.pattern,
  paths.invitation.pattern,
  paths.emailLink.pattern,
  paths.setup.pattern,
  paths.report.pattern,
  paths.alerts.pattern,
  paths.find.pattern,
]

describe('the note on the demo catalogue', () => {
  it('is on every public screen, or there is a reason', () => {
    const others = Object.values(paths).filter(
      ({ pattern, access }) =>
        access === 'public' && !isCatalogPath(pattern.replaceAll(/:\w+\??/g, 'x')),
    )
    expect(others.map(({ pattern }) => pattern)).toEqual(WITHOUT_CATALOG)
  })

  it.each([
    paths.tag.href('Кино'),
    paths.event.href('Øre Gala'),
    paths.show.href('電影'),
    paths.sharedLook.href(['7']).split('?')[0] ?? '',
    paths.following.href(),
  ])('is on %s', (pathname) => expect(isCatalogPath(pathname)).toBe(true))
})
