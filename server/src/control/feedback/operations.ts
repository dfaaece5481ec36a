/** Feedback operations: create, update, list. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { FeedbackChanges, FeedbackScope, FeedbackStore } from '../../core/logs/feedback.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import {
  changeFeedbackSchema,
  createFeedbackSchema,
  feedbackSchema,
  feedbackToWire,
  newFeedbackOf,
} from './feedback-wire.ts'

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
    async handle({ reach, workspaceId, body, change, note }) {
      const given = Array.isArray(body) ? body : [body]
      // Outside the transaction: logs have their own store, and its worker can be busy for seconds.
      const ids = await store.create({ organisationId: reach.organisationId, workspaceId }, given.map(newFeedbackOf))
      return change(async () => {
        note({ id: ids[0] ?? '', workspaceId })
        return { status: 'success' as const, message: 'Feedback successfully saved', feedback_ids: [...ids] }
      })
    },
  })
}

function changeOperation(store: FeedbackStore): Operation {
  return endpoint({
    name: 'feedback.update',
    method: 'PUT',
    path: '/feedback/{id}',
    summary: 'Update feedback',
    permission: WRITE,
    audit: 'feedback.update',
    query: z.object({ workspace_id: z.string().max(128).optional() }),
    body: changeFeedbackSchema,
    reply: done,
    example: { body: { value: -3, weight: 0.5 } },
    async handle({ reach, workspaceId, params: { id = '' }, body, change, note }) {
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
