import type { Permission } from '#shared/contract/permissions.ts'

/** Descriptions of the permissions that a key can have. */
export const SCOPES: Record<Permission, string> = {
  browse: 'Read the catalogue and find products in photos',
  'use-account': 'Read and change your favorites, products and scans',
  'add-products': 'Scan your photos and add products',
  'publish-own': 'Publish your own looks',
  publish: 'Publish looks of others',
  administer: 'Administer the site',
}

/** Permissions that a key of the site can have; the others need a user. */
export const SITE_SCOPES = ['browse', 'administer'] as const satisfies Permission[]
