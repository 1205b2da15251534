import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, raw, readRow, readValue, readValues } from '#server/core/db/sql.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import type { ModelOutput, ModelTask } from '#shared/vision/model-session.ts'

/** Channels: the models of a new task, and the id of one that is done. */
export const TASK_ASKED = 'vision_asked'
export const TASK_DONE = 'vision_done'

/** No caller waits this long, so such a task was left by a process that died. */
const ABANDONED_AFTER_MS = MINUTE_MS
/** Workers say every second that they are alive. */
const ALIVE_FOR_MS = 10_000
const MAX_ATTEMPTS = 2

const size = z.object({ width: z.number(), height: z.number() })
const taskSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('detect'), size, canvas: size }),
  z.object({ type: z.literal('embed'), model: z.enum(['embedder', 'words']), count: z.number() }),
])
const outputSchema = z.object({
  modelMs: z.number(),
  proposals: z
    .array(
      z.object({
        box: z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() }),
        kind: z.number(),
        score: z.number(),
      }),
    )
    .optional(),
})

const bytes = z.instanceof(Uint8Array)
const askedRow = z.object({ isAsked: z.boolean(), waiting: z.number() })
const taskRow = z
  .object({ id: z.string(), task: taskSchema, pixels: bytes })
  .transform(({ id, task, pixels }): { id: string; task: ModelTask } => ({
    id,
    // A copy of its own: its memory is handed to the model thread.
    task: { ...task, pixels: new Uint8Array(pixels) },
  }))
const stateRow = z.object({ isDone: z.boolean() })
const answerRow = z.object({
  output: outputSchema.nullable(),
  vectors: bytes.nullable(),
  error: z.string().nullable(),
})

const toFloats = (stored: Uint8Array) => {
  const copy = new Uint8Array(stored)
  return new Float32Array(copy.buffer)
}

/** Model tasks handed from servers without models to workers, of one set of weights. */
export const createVisionTasksStore = (connection: Connection, models: string) => ({
  /** Not asked if too many wait already. A worker that is being restarted takes it when it is back. */
  enqueue: async (id: string, { pixels, ...task }: ModelTask, limit: number) =>
    (await readRow(connection, askedRow)`
      WITH state AS (SELECT count(*)::int AS waiting FROM vision_tasks
          WHERE models = ${models} AND NOT is_done AND leased_until IS NULL),
        asked AS (INSERT INTO vision_tasks (id, models, task, pixels)
          SELECT ${id}, ${models}, ${JSON.stringify(task)}, ${pixels} FROM state
            WHERE waiting < ${limit} RETURNING id),
        told AS (SELECT pg_notify(${TASK_ASKED}, ${models}) FROM asked)
      SELECT EXISTS (SELECT FROM told) AS "isAsked", waiting FROM state`) ?? {
      isAsked: false,
      waiting: 0,
    },

  /** Null if the task is gone. */
  state: (id: string) =>
    readRow(connection, stateRow)`SELECT is_done AS "isDone" FROM vision_tasks WHERE id = ${id}`,

  /** Takes the answer, or gives the task up; either way nothing of it is left. */
  remove: (id: string) =>
    readRow(connection, answerRow)`
      DELETE FROM vision_tasks WHERE id = ${id} RETURNING output, vectors, error`,

  /** The oldest task that waits, or that a dead worker left. */
  take: (leaseMs: number) =>
    readRow(connection, taskRow)`
      UPDATE vision_tasks SET leased_until = now() + ${leaseMs} * interval '1 ms',
        attempts = attempts + 1
      WHERE id = (SELECT id FROM vision_tasks
        WHERE models = ${models} AND NOT is_done AND attempts < ${raw(MAX_ATTEMPTS)}
          AND coalesce(leased_until < now(), true)
        ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, task, pixels`,

  finish: async (id: string, result: ModelOutput | { error: string }) => {
    const isError = 'error' in result
    const vectors = 'rows' in result ? new Uint8Array(result.rows.buffer) : null
    const output = isError
      ? null
      : JSON.stringify({
          modelMs: result.modelMs,
          ...('proposals' in result ? { proposals: result.proposals } : {}),
        })
    await execute(connection)`
      WITH done AS (UPDATE vision_tasks SET is_done = true, pixels = '', output = ${output},
        vectors = ${vectors}, error = ${isError ? result.error : null} WHERE id = ${id} AND NOT is_done RETURNING id)
      SELECT pg_notify(${TASK_DONE}, id::text) FROM done`
  },

  /** Says that a worker is alive and still works on these. */
  renew: (workerId: string, ids: readonly string[], leaseMs: number) =>
    execute(connection)`
      WITH renewed AS (UPDATE vision_tasks SET leased_until = now() + ${leaseMs} * interval '1 ms'
        WHERE id = ANY (${ids}::uuid[]) AND NOT is_done)
      INSERT INTO vision_workers (id, models) VALUES (${workerId}, ${models})
      ON CONFLICT (id) DO UPDATE SET seen_at = now()`,

  /** Gives back tasks that a worker has no time to finish: another one takes them at once. */
  giveBack: async (ids: readonly string[]) => {
    if (ids.length === 0) return
    await execute(connection)`
      WITH returned AS (UPDATE vision_tasks SET leased_until = NULL, attempts = attempts - 1
        WHERE id = ANY (${ids}::uuid[]) AND NOT is_done RETURNING id)
      SELECT pg_notify(${TASK_ASKED}, ${models}) FROM returned`
  },

  /** Whether a worker of these models has been alive lately. */
  hasWorker: () =>
    readValue(connection, z.boolean())`
      SELECT EXISTS (SELECT FROM vision_workers WHERE models = ${models}
        AND seen_at > now() - ${raw(ALIVE_FOR_MS)} * interval '1 ms')`,

  leave: (workerId: string) =>
    execute(connection)`DELETE FROM vision_workers WHERE id = ${workerId}`,

  /** Fails what killed two workers, and removes what dead processes left. */
  sweep: async () => {
    const failed = await readValues(connection, z.string())`
      UPDATE vision_tasks SET is_done = true, pixels = '',
        error = 'Two workers ended during this task'
      WHERE NOT is_done AND attempts >= ${raw(MAX_ATTEMPTS)} AND leased_until < now() RETURNING id`
    for (const id of failed) await execute(connection)`SELECT pg_notify(${TASK_DONE}, ${id})`
    await execute(connection)`
      DELETE FROM vision_tasks WHERE asked_at < now() - ${raw(ABANDONED_AFTER_MS)} * interval '1 ms'`
    await execute(connection)`
      DELETE FROM vision_workers WHERE seen_at < now() - ${raw(ABANDONED_AFTER_MS)} * interval '1 ms'`
  },

  answerOf: ({
    output,
    vectors,
    error,
  }: z.infer<typeof answerRow>): ModelOutput | { error: string } => {
    if (error !== null || !output) return { error: error ?? 'The task was given up' }
    const { modelMs, proposals } = output
    return proposals
      ? { modelMs, proposals }
      : { modelMs, rows: toFloats(vectors ?? new Uint8Array()) }
  },
})
export type VisionTasksStore = ReturnType<typeof createVisionTasksStore>
