import type { KeyScope } from './contract/permissions.ts'

/** What an API key can be given. */
export const SCOPE_TEXT = {
  'read-account': 'Read your favorites, products and scans, and change nothing',
  browse: 'Read the catalogue and find products in photos',
  'use-account': 'Read and change your favorites, products and scans',
  'add-products': 'Scan your photos and add products',
  'publish-own': 'Publish your own looks',
  publish: 'Publish looks of others',
  administer: 'Administer the site',
} as const satisfies Record<KeyScope, string>
