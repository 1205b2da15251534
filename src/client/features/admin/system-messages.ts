import type { AuditEvent } from '#shared/contract/admin-users.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

export const JOBS_TEXT = {
  retryingAll: 'Retrying all failed jobs',
  jobs: 'Jobs',
  retryAll: 'Retry all failed',
  counts: (waiting: string, failed: string) => `${waiting} waiting, ${failed} failed`,
  notLoaded: 'Couldn’t load jobs',
  retrying: (name: string) => `Retrying ${name}`,
  failedAfter: (moment: string, attempts: number) => `Failed ${moment} after ${attempts} attempts`,
  due: (moment: string) => `Due ${moment}`,
  retryOf: (name: string) => `Retry ${name}`,
  retry: 'Retry',
  empty: 'No jobs',
  states: { waiting: 'Waiting', failed: 'Failed' },
} as const

export const STORAGE_TEXT = {
  notLoaded: 'Couldn’t load storage',
  title: 'Files',
  byKind: 'Files by kind',
  kinds: {
    uploads: 'Pictures of users',
    portraits: 'Portraits',
    pictures: 'Pictures of the catalogue',
    demo: 'Pictures of the demo',
    crops: 'Crops for search providers',
    variants: 'Resized pictures for all servers',
    removed: 'Removed content, kept for restoring',
    imports: 'Catalogue files',
  },
  files: (count: number, formatted: string) => (count === 1 ? '1 file' : `${formatted} files`),
  copies: 'Copies on this server’s disk',
  countedAt: (moment: string) => `Counted at ${moment}.`,
  database: (size: string) => `Database: ${size}`,
  largestTables: 'Largest tables',
  rows: (count: number) =>
    count === 1
      ? '1 row (estimated)'
      : `${count.toLocaleString(LOCALE_TEXT.locale)} rows (estimated)`,
} as const

export const AUDIT_TEXT = {
  notLoaded: 'Couldn’t load entries',
  empty: 'No entries',
  command: 'Command',
} as const

/** By what the server calls them. */
export const AUDIT_EVENTS = {
  'user-suspended': 'User suspended',
  'user-restored': 'User restored',
  'role-changed': 'Role changed',
  'user-signed-out': 'User signed out',
  'user-deleted': 'User deleted',
  'invitation-created': 'Invitation created',
  'invitation-revoked': 'Invitation revoked',
  'invitation-declined': 'Invitation declined',
  'admin-made': 'Admin made',
  'shop-added': 'Shop added',
  'shop-read': 'Shop read',
  'shop-removed': 'Shop removed',
  'affiliate-rule-added': 'Affiliate rule added',
  'affiliate-rule-removed': 'Affiliate rule removed',
  'search-word-set': 'Search word set',
  'search-word-removed': 'Search word removed',
  'search-pin-added': 'Search pin added',
  'search-pin-removed': 'Search pin removed',
  'jobs-retried': 'Jobs retried',
  'import-started': 'Import started',
  'catalogue-imported': 'Catalogue imported',
  'import-refused': 'Import refused',
  'import-failed': 'Import failed',
  'test-mail-sent': 'Test mail sent',
  'notice-declined': 'Notice declined',
  'content-removed': 'Content removed',
  'content-restored': 'Content restored',
  'look-published': 'Look published',
  'look-withdrawn': 'Look withdrawn',
  'look-corrected': 'Look corrected',
  'creator-renamed': 'Creator renamed',
  'person-renamed': 'Person renamed',
  'person-merged': 'Person merged',
  'person-changed': 'Person changed',
  'key-created': 'Key created',
  'key-revoked': 'Key revoked',
  'webhook-added': 'Webhook added',
  'webhook-removed': 'Webhook removed',
  'site-changed': 'Site changed',
  'demo-removed': 'Demo removed',
  'demo-restored': 'Demo restored',
} as const satisfies Record<AuditEvent, string>
