/** POST /v1/prompts/<id>/completions: the prompt becomes an ordinary chat or text completion, and the request goes on. */

import type { Plan, Route, Target } from '../../config/plan.ts'
import type { Caller } from '../../core/caller.ts'
import { COMPLETIONS, PROMPT_COMPLETIONS } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import { decodedPart } from '../../core/request-url.ts'
import type { Exchange } from '../exchange.ts'
import type { LargeBodies } from '../large/body-workers.ts'
import { readJson } from '../read-json.ts'
import { type PromptCall, PromptSession, type RenderElsewhere } from './prompt-session.ts'
import type { StoredPrompts } from './stored-prompts.ts'

export type PromptPorts = { readonly prompts: StoredPrompts; readonly bodies: LargeBodies }

export function isPromptRoute({ incoming }: Exchange): boolean {
  return incoming.endpoint.name === PROMPT_COMPLETIONS.name
}

export async function takePrompt(exchange: Exchange, caller: Caller, ports: PromptPorts): Promise<void> {
  const { body, params, incoming } = exchange
  const atMs = exchange.elapsedMs()
  if (params === null || body.kind !== 'bytes') throw new GatewayError('invalid_json', { param: 'body' })
  const { bytes } = body
  const elsewhere = exchange.facts === null ? null : inWorker(exchange, bytes, ports.bodies)
  const session = new PromptSession(ports.prompts, caller, params, bytes, elsewhere)
  const main = await session.call(decodedPart(incoming.path.split('/')[2] ?? ''))
  exchange.prompt = { session, main, ofTargets: new Map(), current: main }
  use(exchange, main)
  const { options } = exchange
  if (options) exchange.options = { ...options, metadata: { _prompt: main.slug, ...options.metadata } }
  exchange.decide('planned', null, `prompt ${main.slug} version ${main.version}`, atMs, exchange.elapsedMs() - atMs)
}

/** A large body is rendered by a worker: `params` is only its outline. */
function inWorker(exchange: Exchange, bytes: Uint8Array, bodies: LargeBodies): RenderElsewhere {
  return async ({ content }, partials) => {
    const rendered = await bodies.render(exchange, { bytes, content, partials })
    if (typeof rendered === 'string' || bodies.isLarge(rendered.bytes)) return rendered
    return { ...rendered, params: readJson(rendered.bytes), facts: null }
  }
}

/** Renders what the plan may still ask for, so that all of it is of this moment. */
export async function takeTargetPrompts(exchange: Exchange, { route }: Plan): Promise<void> {
  const { prompt } = exchange
  if (!prompt) return
  for (const id of new Set(promptsIn(route)))
    prompt.ofTargets.set(id, await prompt.session.call(id).catch((error: unknown) => Promise.reject(named(error, id))))
}

/** Of a prompt that a config names. */
export async function virtualKeyOf(prompts: StoredPrompts, caller: Caller, promptId: string): Promise<string | null> {
  try {
    return (await prompts.find(caller, promptId)).content.virtualKey
  } catch (error) {
    throw named(error, promptId)
  }
}

/** Before each call: a target that names a prompt sends that one. */
export function usePromptOf(exchange: Exchange, { promptId }: Target): void {
  const { prompt } = exchange
  if (!prompt) return
  const wanted = (promptId === null ? undefined : prompt.ofTargets.get(promptId)) ?? prompt.main
  if (wanted !== prompt.current) use(exchange, wanted)
}

function use(exchange: Exchange, call: PromptCall): void {
  const { prompt, incoming } = exchange
  if (prompt) prompt.current = call
  const endpoint = COMPLETIONS[call.kind]
  exchange.incoming = { ...incoming, endpoint, path: endpoint.path }
  exchange.params = call.params
  exchange.facts = call.facts
  exchange.body = { kind: 'bytes', bytes: call.bytes }
  exchange.bodyHold?.hold(call.bytes.length)
  if (call.warning !== null) exchange.warn(call.warning)
}

function promptsIn(route: Route): string[] {
  if (route.kind !== 'target') return route.routes.flatMap(promptsIn)
  return route.target.promptId === null ? [] : [route.target.promptId]
}

/** The path's own prompt is not to blame. */
function named(error: unknown, promptId: string): unknown {
  if (!(error instanceof GatewayError) || error.code !== 'prompt_unknown') return error
  return new GatewayError('config_reference_unknown', {
    param: 'prompt_id',
    message: `The config names the prompt ${JSON.stringify(promptId)}: ${error.message}`,
    details: error.details,
  })
}
