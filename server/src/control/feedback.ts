/** Feedback operations: create, update, list. */

import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import type { Feedback, FeedbackChanges, FeedbackScope, FeedbackStore, NewFeedback } from '../core/logs/feedback.ts'
import type { LogReader } from '../core/logs/log-reader.ts'
import type { Stores } from '../core/stores/stores.ts'
import { endpoint, type Operation } from './endpoint.ts'
import { requireRepeated } from './unknown-fields.ts'

const MAX_AT_ONCE = 1_000
const MAX_METADATA_CHARACTERS = 8_192
const USUAL_WEIGHT = 1

const value = z.int('must be a whole number').min(-10, 'must be -10 or more').max(10, 'must be 10 or less')

/** Values out of range count as 1, as existing clients of this API expect. */
const weight = z
  .number()
  .nullish()
  .transform((given) => (given == null ? undefined : given >= 0 && given <= 1 ? given : USUAL_WEIGHT))
  .meta({ description: '0 to 1. Omitted or out-of-range values count as 1.' })

const metadata = z
  .record(z.string().max(256), z.unknown())
  .refine((given) => JSON.stringify(given).length <= MAX_METADATA_CHARACTERS, 'is too large')
  .nullish()

const newFeedbackSchema = z.strictObject({
  trace_id: z
    .string()
    .min(1)
    .max(128)
    .meta({ description: 'Trace id of the rated request. The request may arrive later.' }),
  value: value.meta({ description: 'A whole number from -10 to 10.' }),
  weight,
  metadata,
  workspace_id: z.string().max(128).nullish(),
})

const createFeedbackSchema = z.union([
  newFeedbackSchema,
  z
    .array(newFeedbackSchema)
    .min(1, 'must have at least one item')
    .max(MAX_AT_ONCE, `must have at most ${MAX_AT_ONCE} items`),
])

const CHANGE_PATH = '/feedback/{id}'

const changeFeedbackSchema = z.strictObject({
  value,
  weight,
  metadata,
  feedback_id: z.string().max(128).optional().meta({ description: 'The id in the path, if a client repeats it.' }),
})

export const feedbackSchema = z.object({
  object: z.literal('feedback'),
  id: z.string(),
  trace_id: z.string(),
  value: z.number(),
  weight: z.number(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.string(),
  last_updated_at: z.string(),
})

function newFeedbackOf(given: z.infer<typeof newFeedbackSchema>): NewFeedback {
  return {
    traceId: given.trace_id,
    value: given.value,
    weight: given.weight ?? USUAL_WEIGHT,
    metadata: given.metadata ?? null,
  }
}

export function feedbackToWire(feedback: Feedback): z.infer<typeof feedbackSchema> {
  return {
    object: 'feedback',
    id: feedback.id,
    trace_id: feedback.traceId,
    value: feedback.value,
    weight: feedback.weight,
    metadata: feedback.metadata === null ? null : { ...feedback.metadata },
    created_at: new Date(feedback.createdAtMs).toISOString(),
    last_updated_at: new Date(feedback.updatedAtMs).toISOString(),
  }
}

/** Admin keys cannot hold this scope, because feedback belongs to one workspace. */
const WRITE = { scope: 'logs.write' }

const done = z.object({ status: z.literal('success'), message: z.string(), feedback_ids: z.array(z.string()) })

export function feedbackOperations(store: FeedbackStore, reader: LogReader): readonly Operation[] {
  return [createOperation(store), changeOperation(store), listOperation(reader)]
}

function createOperation(store: FeedbackStore): Operation {
  return endpoint({
    name: 'feedback.create',
    method: 'POST',
    path: '/feedback',
    summary: 'Create feedback',
    permission: WRITE,
    audit: 'feedback.create',
    query: z.object({ workspace_id: z.string().max(128).optional() }),
    body: createFeedbackSchema,
    reply: done,
    example: { body: { trace_id: 'my-trace', value: 5, weight: 1, metadata: { reason: 'helpful' } } },
    async handle({ reach, workspaceId, body, stores, change, note }) {
      const given = Array.isArray(body) ? body : [body]
      if (Array.isArray(body)) await refuseOtherWorkspaces(body, { ...reach, workspaceId }, stores)
      // Outside the transaction: logs have their own store, and its worker can be busy for seconds.
      const ids = await store.create({ organisationId: reach.organisationId, workspaceId }, given.map(newFeedbackOf))
      return change(async () => {
        note({ id: ids[0] ?? '', workspaceId })
        return { status: 'success' as const, message: 'Feedback successfully saved', feedback_ids: [...ids] }
      })
    },
  })
}

/** Items of a list cannot choose different workspaces, because the permission was checked for one workspace. */
async function refuseOtherWorkspaces(
  items: readonly z.infer<typeof newFeedbackSchema>[],
  { organisationId, workspaceId }: FeedbackScope,
  { workspaces }: Pick<Stores, 'workspaces'>,
): Promise<void> {
  const known = new Set<string>([workspaceId])
  for (const [i, { workspace_id: named }] of items.entries()) {
    if (named == null || named === '' || known.has(named)) continue
    if ((await workspaces.find(organisationId, named))?.id !== workspaceId)
      throw new GatewayError('invalid_body', {
        param: `[${i}].workspace_id`,
        message: `[${i}].workspace_id: all feedback of one request must belong to the same workspace.`,
        hint: 'Name the workspace in the query as workspace_id.',
      })
    known.add(named)
  }
}

function changeOperation(store: FeedbackStore): Operation {
  return endpoint({
    name: 'feedback.update',
    method: 'PUT',
    path: CHANGE_PATH,
    summary: 'Update feedback',
    permission: WRITE,
    audit: 'feedback.update',
    query: z.object({ workspace_id: z.string().max(128).optional() }),
    body: changeFeedbackSchema,
    reply: done,
    example: { body: { value: -3, weight: 0.5 } },
    async handle({ reach, workspaceId, params, body, change, note }) {
      const id = idOf(params['id'] ?? '', body.feedback_id)
      const scope: FeedbackScope = { organisationId: reach.organisationId, workspaceId }
      const changes: FeedbackChanges = {
        value: body.value,
        ...(body.weight !== undefined && { weight: body.weight }),
        // Some clients send null for omitted fields.
        ...(body.metadata != null && { metadata: body.metadata }),
      }
      if ((await store.update(scope, id, changes)) === null)
        throw new GatewayError('not_found', {
          param: 'id',
          message: 'No feedback with this id exists.',
          hint: 'POST /v1/feedback returns the ids of the feedback it creates.',
        })
      return change(async () => {
        note({ id, workspaceId })
        return { status: 'success' as const, message: 'Feedback successfully updated', feedback_ids: [id] }
      })
    },
  })
}

/** If the caller passes the id as `feedbackId`, Portkey's Node client writes `undefined` into the path. */
function idOf(inPath: string, inBody: string | undefined): string {
  if (inBody === undefined) return inPath
  if (inPath === 'undefined') return inBody
  requireRepeated({ path: CHANGE_PATH }, 'feedback_id', inPath, inBody)
  return inPath
}

function listOperation(reader: LogReader): Operation {
  return endpoint({
    name: 'feedback.list',
    method: 'GET',
    path: '/feedback',
    summary: 'List the feedback of a trace',
    // Callers that can create feedback can also read it.
    permission: { scope: 'logs.view', or: ['logs.write'] },
    query: z.object({ trace_id: z.string().min(1).max(128), workspace_id: z.string().max(128).optional() }),
    reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(feedbackSchema) }),
    example: { query: { trace_id: 'my-trace' } },
    async handle({ reach, query }) {
      const filter = { organisationId: reach.organisationId, workspaceId: reach.workspaceId }
      const { logs } = await reader.list({ ...filter, traceIds: [query.trace_id], limit: 1 })
      const detail = logs[0] ? await reader.read(filter, logs[0].id) : null
      const data = (detail?.feedback ?? []).map(feedbackToWire)
      return { object: 'list' as const, total: data.length, data }
    },
  })
}
