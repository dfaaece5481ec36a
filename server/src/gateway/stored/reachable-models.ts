/** `GET /v1/models` without a provider: beside the models every key may use, those of each virtual key of the workspace. */

import type { RootDefaults } from '../../config/compilation.ts'
import type { Target } from '../../config/plan.ts'
import { type JsonObject, parseObject } from '../../core/body/json-text.ts'
import type { Caller } from '../../core/caller.ts'
import { AnswerBody } from '../answer/answer-body.ts'
import { type AttemptPorts, attempt } from '../call/attempt.ts'
import type { Reply } from '../call/reply.ts'
import type { Exchange } from '../exchange.ts'
import type { PlanShelf } from './plan-shelf.ts'

/** One slow provider must not hold up the list. */
const TIMEOUT_MS = 3_000
const MAX_LIST_BYTES = 4 * 1024 * 1024

type Ports = AttemptPorts & { readonly plans: PlanShelf }

const NOTHING_ELSE: RootDefaults = {
  provider: null,
  virtualKey: null,
  modelKey: null,
  customHost: null,
  timeoutMs: TIMEOUT_MS,
  forwardHeaders: null,
  settings: {},
  hasCallerCredential: false,
}

/** The reply with the workspace's models added; what a caller writes as `model` is what it is shown as `id`. */
export async function addReachableModels(
  exchange: Exchange,
  reply: Reply,
  caller: Caller,
  ports: Ports,
): Promise<Reply> {
  const base = await modelsIn(reply)
  if (base === null) return reply
  const slugs = await ports.plans.configs.usableKeys(caller)
  const lists = await Promise.all(slugs.map((slug) => modelsOf(exchange, slug, caller, ports)))
  const body = Buffer.from(JSON.stringify({ object: 'list', data: [...base, ...lists.flat()] }))
  return { ...reply, body }
}

async function modelsOf(exchange: Exchange, slug: string, caller: Caller, ports: Ports): Promise<JsonObject[]> {
  const { route } = await ports.plans.find(caller, {
    root: { ...NOTHING_ELSE, virtualKey: slug },
    config: null,
    namedBy: '',
  })
  if (route.kind !== 'target') return []
  const models = await ask(exchange, route.target, ports)
  // A provider that has no such list, or does not answer now, can still be called.
  if (models === null) return [{ id: `@${slug}`, object: 'model', created: 0, owned_by: route.target.provider.slug }]
  return models.map((model) => ({ ...model, id: `@${slug}/${String(model['id'])}` }))
}

async function ask(exchange: Exchange, target: Target, ports: Ports): Promise<readonly JsonObject[] | null> {
  try {
    const outcome = await attempt(exchange, target, 0, null, ports)
    return outcome.kind === 'answered' && outcome.status === 200 ? await modelsIn(outcome.reply) : null
  } catch {
    // Refused before the call (no such endpoint there), or cut off while it was read: the others are still worth a list.
    return null
  }
}

async function modelsIn(reply: Reply): Promise<readonly JsonObject[] | null> {
  const bytes = await bytesOf(reply)
  const list = bytes === null ? null : parseObject(bytes)
  const data = typeof list === 'object' && list !== null ? list['data'] : null
  return Array.isArray(data) ? data.filter(isModel) : null
}

function isModel(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

async function bytesOf({ body, call, status }: Reply): Promise<Uint8Array | null> {
  if (!(body instanceof AnswerBody)) return body
  const chunks: Uint8Array[] = []
  let total = 0
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) {
    chunks.push(chunk)
    total += chunk.length
    if (total > MAX_LIST_BYTES) {
      call?.abort()
      return null
    }
  }
  call?.record(status, null)
  return Buffer.concat(chunks)
}
