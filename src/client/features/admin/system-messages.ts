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
  rows: (count: string) => `${count} rows (estimated)`,
} as const

export const AUDIT_TEXT = {
  notLoaded: 'Couldn’t load entries',
  empty: 'No entries',
  command: 'Command',
} as const
