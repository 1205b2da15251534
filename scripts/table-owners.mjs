// Every table has one owner, the folder whose stores alone name it in SQL. Others call the owner's
// functions, so that a change of a table concerns one folder.

/** The tables of each folder of `src/server`. */
export const TABLE_OWNERS = {
  core: ['audit_log', 'jobs', 'mail_state', 'rate_limits', 'schema_migrations'],
  'features/catalog': [
    'catalog.brands',
    'catalog.events',
    'catalog.feed_items',
    'catalog.former_names',
    'catalog.home_samples',
    'catalog.looks',
    'catalog.offer_checks',
    'catalog.offers',
    'catalog.people',
    'catalog.price_changes',
    'catalog.products',
    'catalog.seen_attributes',
    'catalog.shops',
    'catalog.topics',
    'catalog.totals',
    'catalog.words',
    'catalog.worn_items',
    'look_views',
    'trending_looks',
  ],
  vision: ['forgotten_vectors', 'model_vectors', 'vector_models', 'vision_tasks', 'vision_workers'],
  backup: ['backup_runs'],
  'features/rates': ['exchange_rates'],
  'features/images': ['remote_pictures', 'uploads'],
  'features/search': [
    'search.changes',
    'search.destination',
    'search.documents',
    'search.outbox',
    'search.state',
    'search_hits',
    'search_misses',
    'search_pins',
    'search_words',
  ],
  'features/ingest': [
    'catalog.feed_runs',
    'catalog.feeds',
    'catalog.visited_hosts',
    'catalog_imports',
  ],
  'features/moderation': [
    'notice_counts',
    'notices',
    'takedown_identities',
    'takedown_pictures',
    'takedown_rows',
    'takedown_suspects',
    'takedowns',
  ],
  'features/outgoing': ['affiliate_rules', 'shop_clicks'],
  'features/boards': [
    'board_items',
    'boards',
    'creator_looks',
    'creators',
    'following_visits',
    'former_creator_names',
    'follows',
  ],
  'features/site': ['site_settings'],
  'features/library': ['live_versions', 'saved_products', 'scan_results', 'user_products'],
  'features/accounts': [
    'accounts',
    'email_codes',
    'facebook_deletions',
    'invite_requests',
    'invites',
    'passkey_challenges_spent',
    'passkeys',
    'sessions',
    'setup_links',
    'sign_in_keys',
    'user_pictures',
    'users',
    'verifications',
  ],
  'features/keys': ['api_keys'],
  'features/webhooks': ['webhook_deliveries', 'webhooks'],
  'features/alerts': [
    'alert_changes',
    'alert_looks',
    'alert_matches',
    'alert_search_runs',
    'alert_subscribers',
    'alerts',
    'push_devices',
  ],
  'features/finder': ['rejected_matches', 'remote_search_calls', 'scan_events', 'scans'],
  'features/studio': ['draft_objects', 'drafts', 'suggestions'],
  'features/admin': ['admin_mails', 'health_samples'],
}

/**
 * Tables that other files name, with the reason. A file of a folder that owns nothing of a statement's
 * tables has no reason to be here.
 */
const EXCEPTIONS = [
  {
    file: 'backup/',
    tables: ['catalog.looks', 'catalog.products', 'catalog.shops', 'schema_migrations', 'uploads'],
    reason: 'A backup copies whole tables and checks them, whoever owns them.',
  },
  {
    file: 'backup/backup.store.ts',
    tables: ['search.destination'],
    reason: 'A restored site fills its search database again.',
  },
  {
    file: 'core/db/query.ts',
    tables: ['exchange_rates'],
    reason: 'Prices are converted inside the statements of several features.',
  },
  {
    file: 'core/db/upgrade.ts',
    tables: ['health_samples'],
    reason: 'Before any feature exists, an upgrade waits for servers of the earlier version.',
  },
  {
    file: 'core/telemetry/queues.store.ts',
    tables: ['scans', 'vision_tasks', 'vision_workers'],
    reason: 'Metrics count all queues in one statement.',
  },
  {
    file: 'features/accounts/accounts.store.ts',
    tables: ['audit_log'],
    reason: 'The entry is written in the statement that it is about.',
  },
  {
    file: 'features/accounts/setup.store.ts',
    tables: ['audit_log'],
    reason: 'The entry is written in the statement that it is about.',
  },
  {
    file: 'features/accounts/users.store.ts',
    tables: [
      'alert_looks',
      'alert_matches',
      'alert_subscribers',
      'alerts',
      'api_keys',
      'board_items',
      'boards',
      'catalog.people',
      'creator_looks',
      'creators',
      'drafts',
      'follows',
      'following_visits',
      'former_creator_names',
      'push_devices',
      'rejected_matches',
      'remote_search_calls',
      'scan_results',
      'uploads',
    ],
    reason: 'A user gets a copy of everything that is stored about them.',
  },
  {
    file: 'features/admin/',
    tables: [
      'accounts',
      'catalog.feed_runs',
      'catalog.feeds',
      'invite_requests',
      'invites',
      'jobs',
      'notices',
      'scans',
      'sessions',
      'sign_in_keys',
      'suggestions',
      'takedowns',
      'uploads',
      'users',
      'vision_workers',
      'webhooks',
    ],
    reason:
      'Administrators see counts and states of all features, each screen with few statements.',
  },
  {
    file: 'features/alerts/delivery.store.ts',
    tables: ['users'],
    reason: 'A suspended user gets nothing.',
  },
  {
    file: 'features/alerts/evaluation.store.ts',
    tables: ['search.changes', 'search.outbox'],
    reason: 'A change is taken only if searches show it already, in one statement.',
  },
  {
    file: 'features/boards/',
    tables: ['catalog.looks', 'catalog.products', 'takedowns', 'users'],
    reason:
      'What a suspended user shared or was removed is hidden, and what is on boards counted, by the statement that lists them.',
  },
  {
    file: 'features/catalog/',
    tables: ['search.changes', 'search.documents', 'search.state'],
    reason:
      'Documents are derived from the rows of the catalogue, in the transaction that changes them.',
  },
  {
    file: 'features/catalog/',
    tables: ['takedown_identities', 'takedown_pictures', 'takedown_rows'],
    reason:
      'What was removed is not imported again, and answered differently from what never existed.',
  },
  {
    file: 'features/catalog/counts.store.ts',
    tables: ['affiliate_rules', 'alerts', 'creators', 'follows'],
    reason:
      'A person without looks stays if others depend on them, decided by the statement that deletes.',
  },
  {
    file: 'features/catalog/demo.store.ts',
    tables: ['catalog.feeds'],
    reason: 'A shop of the demo stays if it has a feed.',
  },
  {
    file: 'features/catalog/offer-checks.store.ts',
    tables: ['alerts', 'catalog.feed_runs', 'saved_products'],
    reason: 'Offers that somebody waits for are checked, unless their feed was read lately.',
  },
  {
    file: 'features/catalog/product-detail.store.ts',
    tables: ['catalog.feeds'],
    reason: 'An offer shows the credit of its feed.',
  },
  {
    file: 'features/catalog/removal.store.ts',
    tables: ['catalog.feeds', 'drafts', 'takedown_suspects', 'takedowns', 'users'],
    reason: 'Rows are moved to the takedown and back in single statements; looks of drafts differ.',
  },
  {
    file: 'features/finder/vision.store.ts',
    tables: ['user_products'],
    reason: 'Own products are found by the vectors of their pictures.',
  },
  {
    file: 'features/images/images.store.ts',
    tables: ['takedown_pictures', 'takedown_suspects', 'takedowns'],
    reason: 'The proxy recognises removed pictures and their copies.',
  },
  {
    file: 'features/images/uploads.store.ts',
    tables: ['drafts', 'saved_products', 'user_products', 'users'],
    reason: 'An upload that nothing shows is deleted, in one statement.',
  },
  {
    file: 'features/keys/keys.store.ts',
    tables: ['user_pictures', 'users'],
    reason: 'A call with a key needs its user, in one statement.',
  },
  {
    file: 'features/library/library.store.ts',
    tables: ['sessions', 'takedown_rows', 'takedowns'],
    reason: 'A list hides removed products, and a live list ends with its session.',
  },
  {
    file: 'features/moderation/takedowns.store.ts',
    tables: ['drafts'],
    reason: 'A draft gets another version in the statement that removes its look.',
  },
  {
    file: 'features/outgoing/outgoing.store.ts',
    tables: ['creators'],
    reason: 'A creator sees the clicks on what they wear; creators are above this feature.',
  },
  {
    file: 'features/search/search-copy.store.ts',
    tables: ['catalog.products', 'model_vectors'],
    reason: 'Vectors are copied with the ids of their products, which COPY reads in one statement.',
  },
  {
    file: 'features/site/site.store.ts',
    tables: ['users'],
    reason: 'The list of first steps shows whether there is an editor.',
  },
  {
    file: 'features/studio/drafts.store.ts',
    tables: ['catalog.looks', 'takedown_pictures', 'takedowns', 'users'],
    reason:
      'A draft is published while its look exists; lists filter by it and show who published.',
  },
  {
    file: 'vision/indexing/indexing.store.ts',
    tables: ['catalog.products'],
    reason: 'Products without a vector are counted in one statement, among millions.',
  },
  {
    file: 'vision/',
    tables: ['jobs', 'user_products'],
    reason: 'Products without a vector are queued by one statement.',
  },
]

const ownerOf = new Map(
  Object.entries(TABLE_OWNERS).flatMap(([folder, tables]) =>
    tables.map((table) => [table, folder]),
  ),
)
const inSchema = (isInSchema) =>
  [...ownerOf.keys()]
    .filter((table) => table.includes('.') === isInSchema)
    .join('|')
    .replaceAll('.', String.raw`\.`)

/**
 * A table after the word that announces it. Tables in a schema are also found in lists and in quotes,
 * and a schema with an inserted name stands for all of its tables.
 */
const TABLE_NAMES = [
  String.raw`\b(?:FROM|JOIN|INTO|UPDATE|USING|TRUNCATE)\s+(?:public\.)?(${inSchema(false)})\b`,
  String.raw`(?:\b(?:FROM|JOIN|INTO|UPDATE|USING|TRUNCATE|ANALYZE)\s+|['\`,(]\s*|::)(${inSchema(true)})\b(?![.(])`,
  String.raw`\b(catalog|search)\.\$\{`,
].map((pattern) => new RegExp(pattern, 'g'))

/** A statement whose table is inserted, such as `DELETE FROM ${raw(table)}`. */
const INSERTED_TABLE = /(?<!\bDISTINCT )\b(?:FROM|JOIN|INTO|UPDATE|USING|TRUNCATE)\s+\$\{/

/** A file with such a statement names every table that it has in quotes. */
const QUOTED_TABLE = new RegExp(`['"\`](${inSchema(false)})\\b`, 'g')

const tablesIn = (source) => {
  const patterns = INSERTED_TABLE.test(source) ? [...TABLE_NAMES, QUOTED_TABLE] : TABLE_NAMES
  return [
    ...new Set(patterns.flatMap((names) => [...source.matchAll(names)].map(([, table]) => table))),
  ]
}

/** The tables of other folders that a file of `src/server` names. */
export const tableProblems = (file, source) =>
  tablesIn(source).flatMap((table) => {
    const owner = ownerOf.get(table) ?? `features/${table}`
    const isAllowed =
      file.startsWith(`${owner}/`) ||
      EXCEPTIONS.some((allowed) => file.startsWith(allowed.file) && allowed.tables.includes(table))
    return isAllowed ? [] : [`src/server/${file}: only ${owner} may name ${table} in SQL`]
  })

/** Exceptions that no file needs any more. `sources`: the text of each file of `src/server`. */
export const unusedExceptions = (sources) =>
  EXCEPTIONS.flatMap(({ file, tables }) => {
    const named = new Set(
      Object.entries(sources)
        .filter(([name]) => name.startsWith(file))
        .flatMap(([, source]) => tablesIn(source)),
    )
    return tables
      .filter((table) => !named.has(table))
      .map((table) => `scripts/table-owners.mjs: ${file} no longer names ${table}`)
  })
