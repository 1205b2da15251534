import { HOUR_MS } from '#shared/durations.ts'
import type { AdminImport, AdminShop, ShopPreview } from '#shared/contract/admin-catalog.ts'
import type { AdminJob, AdminOverview } from '#shared/contract/admin-system.ts'
import type { ListedRule } from '#shared/contract/outgoing.ts'
import type { AdminNotice, AdminTakedown } from '#shared/contract/takedown.ts'
import type { Webhook, WebhookDelivery } from '#shared/contract/webhooks.ts'
import { paths } from '#shared/paths.ts'
import { type Screen, type Visit, replaceCalls } from './screen.ts'
import { createClicksReport } from './studio-screens.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

const NOTICE: AdminNotice = {
  id: '3',
  reference: 'K7QHM2XZ',
  receivedAt: hoursAgo(5),
  kind: 'copyright',
  state: 'open',
  address: 'https://wear.example/celebrity-image/aHR0cHM6Ly9waWN0dXJlcw',
  explanation: 'I took this photo in May and never licensed it.',
  work: 'Photo no. 14 of my series on my site.',
  name: 'Pho Tographer',
  email: 'pho@example.org',
  contact: null,
  signature: 'Pho Tographer',
  reason: null,
}
const TAKEDOWN: AdminTakedown = {
  id: '2',
  kind: 'look',
  title: 'Greta Holm',
  subject: 'https://pictures.example/1.jpg',
  reference: 'P3VW9R4T',
  reason: 'The photographer did not license it.',
  removedAt: hoursAgo(30),
  doneAt: hoursAgo(30),
  restoredAt: null,
  restoreReason: null,
  pictures: 2,
  isRecognised: true,
  similar: [],
}
const YEAR = {
  year: 2026,
  notices: 14,
  byKind: [
    { kind: 'copyright' as const, notices: 11 },
    { kind: 'privacy' as const, notices: 3 },
  ],
  removed: 9,
  declined: 4,
  ownInitiative: 1,
  restored: 1,
  medianHours: 6.4,
}
const SHOPS: AdminShop[] = [
  {
    name: 'Linen & Co',
    source: 'https://linen.example/feed.xml',
    isUpload: false,
    offers: 1_204,
    credit: null,
    every: 'every 6 hours',
    isRunning: false,
    lastRun: { endedAt: hoursAgo(3), outcome: 'changed', reason: null },
  },
  {
    name: 'Second Look',
    source: 'https://second.example/products.json',
    isUpload: false,
    offers: 688,
    credit: null,
    every: null,
    isRunning: true,
    lastRun: {
      endedAt: hoursAgo(27),
      outcome: 'failed',
      reason: 'The shop answered that this address does not exist (404).',
    },
  },
]
const PREVIEW: ShopPreview = {
  columns: ['article', 'label', 'cost', 'where', 'photo', 'sort', 'shade', 'sizes'],
  map: {
    id: 'article',
    title: 'label',
    price: 'cost',
    link: 'where',
    image_link: 'photo',
    color: 'shade',
    size: 'sizes',
  },
  items: ['Linen midi dress', 'Washed linen shirt', 'Wide linen trousers', 'Linen tote'].map(
    (title, index) => ({
      title,
      price: `€${40 + index * 15}`,
      link: `https://linen.example/p/${index + 1}`,
      picture: index === 1 ? null : `/media/demo/products/${index}.webp`,
      brand: 'Linen & Co',
      kind: ['dress', 'top', 'pants', 'bag'][index] ?? null,
      sizes: index === 3 ? [] : ['S', 'M', 'L'],
      colors: ['Oat'],
    }),
  ),
  problems: [],
  itemsRead: 412,
  isComplete: true,
  leftOut: [
    {
      category: 'Home > Vases',
      items: 31,
      reason: 'is not fashion',
      canBeTaken: true,
      title: 'Clay vase',
    },
    {
      category: 'Gifts',
      items: 1,
      reason: 'is not a product',
      canBeTaken: false,
      title: 'Gift card',
    },
  ],
  questions: ['currency'],
  seller: 'Linen & Co',
}
const IMPORT: AdminImport = {
  id: '2',
  name: 'looks-november.csv',
  createdAt: hoursAgo(2),
  state: 'refused',
  step: '',
  rows: 2_440,
  added: 0,
  changed: 0,
  removed: 0,
  errors: 2,
  warnings: 0,
  problems: [
    { line: 17, severity: 'error', message: 'website is not an http(s) address' },
    { line: 203, severity: 'error', message: 'Too few fields: expected 5, found 4' },
  ],
}
const IMPORTS: AdminImport[] = [
  { ...IMPORT, id: '3', state: 'running', step: 'products', rows: 48_000, errors: 0, problems: [] },
  IMPORT,
  { ...IMPORT, id: '1', state: 'done', added: 2_400, changed: 12, errors: 0, problems: [] },
]
const JOBS: AdminJob[] = ['Olive jacket', 'Silk scarf'].map((title, index) => ({
  queue: 'product-vector',
  key: `${index}`,
  title,
  attempts: 5,
  dueAt: hoursAgo(1),
  failedAt: hoursAgo(1),
  reason: 'The picture could not be loaded: the host answered with 404.',
}))
const REQUESTS = [
  {
    id: '1',
    email: 'mira@example.org',
    name: null,
    message: 'I run a style blog.',
    askedAt: hoursAgo(40),
  },
]
const samples = Array.from({ length: 200 }, (_, index) => ({
  at: hoursAgo((200 - index) / 12),
  requests: 900 + Math.round(500 * Math.sin(index / 30)),
  failures: index % 67 === 0 ? 3 : 0,
  refused: 0,
  scans: index % 9,
  p50Ms: 8,
  p95Ms: 40 + (index % 23),
  lagMs: 4 + (index % 7),
  memoryMb: 310 + index / 4,
  connections: 2 + (index % 4),
  waiting: 0,
}))
const HEALTH = {
  periodMs: 300_000,
  servers: [{ name: 'web-1', lastSeenAt: hoursAgo(0), samples }],
}
const OVERVIEW: AdminOverview = {
  version: '0.1.0',
  revision: '94b6a67',
  tasks: [
    { kind: 'servers', count: 1, detail: 'web-2', isSerious: true },
    { kind: 'notices', count: 3, detail: null, isSerious: false },
    {
      kind: 'feeds',
      count: 1,
      detail: 'Second Look: The shop answered that this address does not exist (404).',
      isSerious: false,
    },
  ],
  ready: { status: 'ok' },
  servers: [
    {
      name: 'web-1',
      state: 'running',
      lastSeenAt: hoursAgo(0),
      version: '0.1.0',
      problem: null,
      disk: { freeBytes: 31e9, sizeBytes: 80e9 },
    },
    {
      name: 'web-2',
      state: 'down',
      lastSeenAt: hoursAgo(1),
      version: '0.1.0',
      problem: null,
      disk: { freeBytes: 12e9, sizeBytes: 80e9 },
    },
  ],
  vision: { inServers: 0, separate: 2 },
  database: { version: '17.5', isEmbedded: false, connections: 14, limit: 100 },
  search: { isFilled: true, waiting: 12, lagSeconds: 3, problem: null },
  storage: { isShared: true, problem: null },
  mail: { problem: 'The mail server could not be reached.', sentAt: hoursAgo(26) },
  backup: { at: hoursAgo(9), problem: null, isScheduled: true },
}

const openPart = async ({ page, signIn }: Visit, part: string, calls: Record<string, object>) => {
  await signIn({ name: 'Ada Admin', admin: true })
  await replaceCalls(page, '**/api/admin/overview', OVERVIEW)
  for (const [path, data] of Object.entries(calls)) await replaceCalls(page, path, data)
  await page.goto(`${paths.admin.href()}#${part}`)
  await page.getByRole('tabpanel').waitFor()
}

const createPartScreen = (name: string, calls: Record<string, object>): Screen => ({
  name: `admin-${name}`,
  open: (visit) => openPart(visit, name, calls),
  isWhole: true,
})

const WEBHOOKS: Webhook[] = [
  {
    id: '1',
    url: 'https://automation.example/hooks/wearabouts',
    events: ['look.published', 'product.price_changed', 'product.sold_out'],
    createdAt: hoursAgo(900),
    waiting: 3,
    missed: 0,
    failures: 2,
    disabled: null,
  },
  {
    id: '2',
    url: 'https://old.example/receiver',
    events: ['notice.received'],
    createdAt: hoursAgo(2_000),
    waiting: 1,
    missed: 0,
    failures: 10,
    disabled: {
      at: hoursAgo(7),
      reason: 'No message could be delivered for a day. Last attempt: status 502',
    },
  },
]
const createDelivery = (changes: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: '7',
  webhookId: '1',
  messageId: 'msg_4f0c2a7e-6f1c-4b52-9f5e-3d8f1f6c2a47',
  url: 'https://automation.example/hooks/wearabouts',
  type: 'product.price_changed',
  at: hoursAgo(2),
  state: 'delivered',
  attempts: 1,
  triedAt: hoursAgo(2),
  dueAt: null,
  status: 200,
  reply: 'ok',
  data: { product_id: '812', title: 'Wool coat', former_amount: 240, amount: 180, currency: 'EUR' },
  ...changes,
})
const DELIVERIES = [
  createDelivery({
    id: '8',
    state: 'waiting',
    attempts: 2,
    status: null,
    reply: 'No reply within 15 seconds',
    dueAt: hoursAgo(-1),
  }),
  createDelivery({}),
]

const RULES: ListedRule[] = [
  {
    id: '1',
    rule: { host: 'amazon.de', person: null, kind: 'parameter', name: 'tag', value: 'wear-21' },
  },
  {
    id: '2',
    rule: {
      host: 'linen.example',
      person: 'Greta Holm',
      kind: 'wrap',
      address: 'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued={link}',
    },
  },
]

const createAuditEntry = (
  hours: number,
  event: string,
  subject: string,
  detail: string | null = null,
) => ({
  id: event,
  at: hoursAgo(hours),
  actor: event === 'invitation-created' ? null : 'Ada Admin, ada@example.com',
  event,
  subject,
  detail,
})
const AUDIT = [
  createAuditEntry(1, 'user-role-changed', 'Bo Tide', 'user → editor'),
  createAuditEntry(20, 'shop-added', 'Linen & Co'),
  createAuditEntry(45, 'content-removed', 'look of Greta Holm'),
  createAuditEntry(60, 'invitation-created', 'cleo@example.com'),
]

const takedown = {
  '**/api/admin/notices?*': { notices: [NOTICE], next: null },
  '**/api/admin/takedowns': { takedowns: [TAKEDOWN], next: null },
  '**/api/admin/takedown-counts': { years: [YEAR] },
}

export const adminScreens: Screen[] = [
  createPartScreen('users', {}),
  {
    name: 'admin-user',
    open: async (visit) => {
      await openPart(visit, 'users', {})
      await visit.page.getByRole('list', { name: 'Users' }).getByRole('button').last().click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  createPartScreen('invitations', {
    '**/api/admin/invite-requests': { requests: REQUESTS, next: null },
  }),
  createPartScreen('celebrities', {}),
  {
    name: 'admin-person',
    open: async (visit) => {
      await openPart(visit, 'celebrities', {})
      await visit.page
        .getByRole('list', { name: 'Celebrities' })
        .getByRole('button')
        .first()
        .click()
      const dialog = visit.page.getByRole('dialog')
      await dialog.getByText('Choose the portrait').click()
      await dialog.getByRole('list').getByRole('button').first().waitFor()
    },
  },
  createPartScreen('site', {}),
  createPartScreen('shops', { '**/api/admin/shops': { shops: SHOPS } }),
  createPartScreen('affiliate', { '**/api/admin/affiliate-rules': { rules: RULES } }),
  {
    name: 'admin-clicks',
    open: async (visit) =>
      openPart(visit, 'clicks', { '**/api/admin/clicks?*': await createClicksReport(visit) }),
    isWhole: true,
  },
  {
    name: 'admin-shop-preview',
    open: async (visit) => {
      const calls = { '**/api/admin/shops': { shops: SHOPS }, '**/shops/preview': PREVIEW }
      await openPart(visit, 'shops', calls)
      const form = visit.page.getByRole('form', { name: 'Add a shop' })
      await form.getByLabel('Name', { exact: true }).fill('Linen & Co')
      await form.getByLabel('Address of the feed').fill('https://linen.example/products.csv')
      await form.getByRole('button', { name: 'Preview' }).click()
      await visit.page.getByRole('list', { name: 'First items' }).waitFor()
    },
    isWhole: true,
  },
  createPartScreen('catalogue', { '**/api/admin/imports': { imports: IMPORTS } }),
  createPartScreen('takedown', takedown),
  {
    name: 'admin-notice',
    open: async (visit) => {
      await openPart(visit, 'takedown', takedown)
      await visit.page.getByRole('button', { name: NOTICE.reference }).click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  createPartScreen('integrations', {
    '**/api/admin/keys': { keys: [] },
    '**/api/admin/webhooks': { webhooks: WEBHOOKS },
    '**/api/admin/webhook-deliveries*': { deliveries: DELIVERIES, next: null },
  }),
  createPartScreen('jobs', {
    '**/api/admin/jobs?*': { counts: { waiting: 3, failed: 2 }, jobs: JOBS, next: null },
  }),
  createPartScreen('storage', {}),
  createPartScreen('health', { '**/api/admin/health': HEALTH }),
  createPartScreen('audit', { '**/api/admin/audit*': { entries: AUDIT, next: null } }),
  {
    name: 'report',
    open: ({ page }) => page.goto(paths.report.href('/product/12/olive-jacket')),
    isWhole: true,
  },
]
