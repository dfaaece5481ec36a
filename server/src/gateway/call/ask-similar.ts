/** The semantic look-up of a leaf: what must be equal, what is the question, and who may be asked about it. */

import { type CacheIdentity, partitionKey } from '../../cache/cache-key.ts'
import { questionOf } from '../../cache/semantic/question-of.ts'
import type { Outcome, SemanticCache } from '../../cache/semantic/semantic-cache.ts'
import type { CachePolicy } from '../../config/plan.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import type { Exchange } from '../exchange.ts'

export type SemanticPorts = {
  /** Null: there is no semantic cache at all. */
  readonly semantic: Pick<SemanticCache, 'embedder' | 'findExact' | 'ask'> | null
  readonly logBodies: boolean
}

type Leaf = {
  readonly policy: CachePolicy
  readonly identity: CacheIdentity
  readonly key: string
  /** As they will be sent. */
  readonly params: JsonObject | null
}

/** `isCompared`: false when nothing was looked for, and the miss is one of the exact look-up. */
export type Similar = Outcome & { readonly isCompared: boolean }

export function isSemantic(exchange: Exchange, policy: CachePolicy): boolean {
  const { name } = exchange.incoming.endpoint
  return policy.mode === 'semantic' && (name === 'chat.completions' || name === 'completions')
}

export async function askSimilar(exchange: Exchange, leaf: Leaf, ports: SemanticPorts): Promise<Similar> {
  const { caller, options, body } = exchange
  const { semantic } = ports
  const embedder = semantic?.embedder ?? null
  // The plan has warned of it already.
  if (!semantic || !caller || !options || embedder === null) return exactOnly('no embedder, exact look-up only')
  const { params, policy, identity, key } = leaf
  if (params === null || exchange.params === null || body.kind !== 'bytes')
    return exactOnly('exact look-up only: the request cannot be read')
  const question = questionOf(exchange.incoming.endpoint.name, params, { bytes: body.bytes, given: exchange.params })
  if (typeof question === 'string') return exactOnly(`exact look-up only: ${question}`)
  const others = [question.rest, embedder, exchange.incoming.pathname, String(options.isStrict)]
  const outcome = await semantic.ask({
    key,
    partition: partitionKey(identity, others),
    text: question.text,
    namespace: options.cacheNamespace,
    traceId: exchange.traceId,
    owner: {
      organisationId: caller.organisationId,
      workspaceId: caller.workspaceId,
      logBodies: caller.logBodies,
    },
    threshold: policy.threshold,
    maxAgeMs: policy.maxAgeMs,
    isShadow: policy.isShadow,
    isRefresh: options.cacheForceRefresh,
    keepsBodies: caller.logBodies ?? ports.logBodies,
  })
  return { ...outcome, isCompared: true }
}

function exactOnly(reason: string): Similar {
  return { answer: null, reason, keep: () => {}, isCompared: false }
}
