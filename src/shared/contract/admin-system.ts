import { z } from 'zod'
import { ADMIN_TASK_KINDS } from '#shared/domain/admin-tasks.ts'
import { defineCallsFor, envelopeSchema } from './call.ts'
import { healthSchema } from './system.ts'

const adminTaskSchema = z.object({
  kind: z.enum(ADMIN_TASK_KINDS),
  count: z.number().int(),
  /** Details in one line. */
  detail: z.string().nullable(),
  /** Administrators are notified at once. */
  isSerious: z.boolean(),
})
export type AdminTask = z.infer<typeof adminTaskSchema>

const overviewSchema = z.object({
  /** The version of the server that answers. */
  version: z.string(),
  /** The commit it was built from, if the build knew it. */
  revision: z.string().nullable(),
  /** What needs an administrator's attention, the most serious first. */
  tasks: z.array(adminTaskSchema),
  /** The reply of `/readyz` of the server that answers. */
  ready: healthSchema,
  /** Every server of the last day. 'down': it ended without a regular stop. */
  servers: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['running', 'stopped', 'down']),
      lastSeenAt: z.string(),
      version: z.string().nullable(),
      problem: z.string().nullable(),
      disk: z.object({ freeBytes: z.number(), sizeBytes: z.number() }).nullable(),
    }),
  ),
  /** Model workers in the server that answers, and separate ones that were seen in the last minute. */
  vision: z.object({ inServers: z.number().int(), separate: z.number().int() }),
  database: z.object({
    version: z.string(),
    isEmbedded: z.boolean(),
    connections: z.number().int(),
    limit: z.number().int(),
  }),
  /** The database of the search documents, if they have one of their own. */
  search: z
    .object({
      /** Searches read it. Before that, they read the database itself. */
      isFilled: z.boolean(),
      /** Changed products that are not copied yet, at most 100,000, and the age of the oldest change. */
      waiting: z.number().int(),
      lagSeconds: z.number(),
      problem: z.string().nullable(),
    })
    .nullable(),
  storage: z.object({ isShared: z.boolean(), problem: z.string().nullable() }),
  /** Null without a mail server. */
  mail: z.object({ problem: z.string().nullable(), sentAt: z.string().nullable() }).nullable(),
  backup: z.object({
    /** When the last successful backup began. */
    at: z.string().nullable(),
    problem: z.string().nullable(),
    isScheduled: z.boolean(),
  }),
})
export type AdminOverview = z.infer<typeof overviewSchema>

export const healthSampleSchema = z.object({
  /** Start of the period. */
  at: z.string(),
  requests: z.number(),
  /** Replies with a status from 500, without those that were refused. */
  failures: z.number(),
  /** Requests that an overloaded server refused with 503. */
  refused: z.number(),
  /** Photo scans that ended. */
  scans: z.number(),
  /** Time until a reply was ready, in the worst minute of the period; null without requests. */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  /** 99th percentile of the lateness of the event loop, in the worst minute. */
  lagMs: z.number(),
  memoryMb: z.number(),
  /** Peak number of database connections in use, and of requests that waited for one. */
  connections: z.number(),
  waiting: z.number(),
})
export type HealthSample = z.infer<typeof healthSampleSchema>

const serverSchema = z.object({
  name: z.string(),
  lastSeenAt: z.string(),
  /** Oldest first. A period in which the server did not run is missing. */
  samples: z.array(healthSampleSchema),
})
export type ServerHealth = z.infer<typeof serverSchema>

const queue = z.string().min(1).max(100)
const key = z.string().min(1).max(300)

export const jobSchema = z.object({
  queue: z.string(),
  key: z.string(),
  /** The product it is about, if there is one. */
  title: z.string().nullable(),
  attempts: z.number().int(),
  dueAt: z.string(),
  failedAt: z.string().nullable(),
  /** Why the last attempt failed. */
  reason: z.string().nullable(),
})
export type AdminJob = z.infer<typeof jobSchema>

export const JOB_STATES = ['waiting', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]

/** What takes up space, in the order in which it is shown. */
export const STORAGE_KINDS = [
  'uploads',
  'portraits',
  'pictures',
  'demo',
  'crops',
  'variants',
  'removed',
  'imports',
] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]

const usageSchema = z.object({ files: z.number().int(), bytes: z.number() })

const storageSchema = z.object({
  /** When the files were counted: not on every request, because it takes a while. */
  countedAt: z.string(),
  files: z.array(usageSchema.extend({ kind: z.enum(STORAGE_KINDS) })),
  /** Copies of pictures on the disk of the server that answers. */
  cache: usageSchema,
  database: z.object({
    bytes: z.number(),
    /** The largest tables, with their indexes. */
    tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number() })),
  }),
})
export type AdminStorage = z.infer<typeof storageSchema>

export const adminSystemCalls = defineCallsFor('administer', {
  'GET /api/admin/overview': {
    summary: 'What needs an administrator’s attention, and the state of every part of the site',
    reply: envelopeSchema(overviewSchema),
  },
  'POST /api/admin/test-mail': {
    summary: 'Send an email to your own address, to see whether mail works',
    reply: envelopeSchema(z.object({ to: z.string() })),
    limit: 'testMails',
  },
  'GET /api/admin/health': {
    summary: 'The health of all servers over the last day',
    reply: envelopeSchema(
      z.object({
        /** Length of a period. */
        periodMs: z.number(),
        /** Most recently seen first. */
        servers: z.array(serverSchema),
      }),
    ),
  },
  'GET /api/admin/jobs': {
    summary: 'Background jobs that wait or have failed',
    query: z.object({
      state: z.enum(JOB_STATES).default('waiting'),
      after: z.string().max(500).optional(),
    }),
    reply: envelopeSchema(
      z.object({
        /** Up to `JOBS_COUNTED` are counted. */
        counts: z.object({ waiting: z.number().int(), failed: z.number().int() }),
        jobs: z.array(jobSchema),
        next: z.string().nullable(),
      }),
    ),
  },
  'POST /api/admin/jobs/retry': {
    summary: 'Retry failed jobs: one, or all',
    body: z.object({ job: z.object({ queue, key }).optional() }),
    reply: envelopeSchema(z.object({ retried: z.number().int() })),
  },
  'GET /api/admin/storage': {
    summary: 'How much space files, copies and the database take up, by kind',
    reply: envelopeSchema(storageSchema),
  },
})
