/** Response cache operations: size, shadow mode report, purge. */

import { z } from 'zod'
import type { CacheAdmin, ShadowHit } from '../core/semantic/cache-admin.ts'
import { endpoint, type Operation } from './endpoint.ts'

const MAX_HITS = 1_000

const workspace = z.string().max(128).optional()

const hitSchema = z.object({
  object: z.literal('shadow_hit'),
  at: z.string(),
  workspace_id: z.string(),
  trace_id: z.string().meta({ description: 'Trace id of the request.' }),
  matched_trace_id: z
    .string()
    .meta({ description: 'Trace id of the request whose response would have been returned.' }),
  similarity: z.number(),
  threshold: z.number(),
  would_serve: z.boolean(),
  objection: z.string().nullable().meta({ description: 'Why the guard would have rejected the match.' }),
  asked: z
    .string()
    .nullable()
    .meta({ description: 'Start of the request text. Null if the workspace does not log bodies.' }),
  kept: z.string().nullable().meta({ description: 'Start of the cached request text.' }),
})

export function cacheOperations(cache: CacheAdmin): readonly Operation[] {
  return [sizeOperation(cache), shadowOperation(cache), purgeOperation(cache)]
}

function sizeOperation(cache: CacheAdmin): Operation {
  return endpoint({
    name: 'cache.read',
    method: 'GET',
    path: '/cache',
    summary: 'Read the size of the semantic cache',
    permission: { scope: 'logs.view' },
    query: z.object({ workspace_id: workspace }),
    reply: z.object({
      object: z.literal('cache'),
      embedder: z.string().nullable().meta({ description: 'Source of the embeddings. Null if none is configured.' }),
      entries: z.number().meta({ description: 'Number of cached requests.' }),
      partitions: z.number(),
      size_bytes: z.number().meta({ description: 'Memory used by the index of requests.' }),
      answer_bytes: z.number().meta({ description: 'Size of the cached responses.' }),
    }),
    async handle({ reach }) {
      const { entries, partitions, sizeBytes, answerBytes } = await cache.size(reach.workspaceId)
      return {
        object: 'cache' as const,
        embedder: cache.embedder,
        entries,
        partitions,
        size_bytes: sizeBytes,
        answer_bytes: answerBytes,
      }
    },
  })
}

function shadowOperation(cache: CacheAdmin): Operation {
  return endpoint({
    name: 'cache.shadow',
    method: 'GET',
    path: '/cache/shadow',
    summary: 'List matches of semantic lookups in shadow mode',
    // The report contains request texts, so it needs the same scope as logs.
    permission: { scope: 'logs.view' },
    query: z.object({
      workspace_id: workspace,
      limit: z.coerce.number().int().min(1).max(MAX_HITS).default(100),
    }),
    reply: z.object({
      object: z.literal('list'),
      lookups: z.number().meta({ description: 'Lookups in shadow mode since the gateway started.' }),
      would_serve: z.number(),
      objected: z.number().meta({ description: 'Matches above the threshold that the guard rejected.' }),
      data: z.array(hitSchema),
    }),
    async handle({ reach, query }) {
      const { lookups, wouldServe, objected, hits } = await cache.shadow(reach.workspaceId, query.limit)
      return { object: 'list' as const, lookups, would_serve: wouldServe, objected, data: hits.map(hitToWire) }
    },
  })
}

function purgeOperation(cache: CacheAdmin): Operation {
  return endpoint({
    name: 'cache.purge',
    method: 'DELETE',
    path: '/cache',
    summary: 'Purge the response cache of a workspace',
    permission: { scope: 'cache.purge' },
    audit: 'cache.purge',
    query: z.object({
      workspace_id: workspace,
      namespace: z
        .string()
        .min(1)
        .max(256)
        .optional()
        .meta({ description: 'Purges only this x-gateway-cache-namespace. Purges the whole workspace if omitted.' }),
    }),
    reply: z.object({
      object: z.literal('cache'),
      purged: z.number().meta({ description: 'Number of removed responses.' }),
    }),
    async handle({ workspaceId, query, change, note }) {
      return change(async () => {
        const purged = await cache.purge(workspaceId, query.namespace ?? null)
        note({ id: workspaceId, workspaceId, after: { namespace: query.namespace ?? null, purged } })
        return { object: 'cache' as const, purged }
      })
    },
  })
}

function hitToWire(hit: ShadowHit): z.infer<typeof hitSchema> {
  return {
    object: 'shadow_hit',
    at: new Date(hit.atMs).toISOString(),
    workspace_id: hit.workspaceId,
    trace_id: hit.traceId,
    matched_trace_id: hit.matchedTraceId,
    similarity: Math.round(hit.similarity * 10_000) / 10_000,
    threshold: hit.threshold,
    would_serve: hit.objection === null,
    objection: hit.objection,
    asked: hit.asked,
    kept: hit.kept,
  }
}
