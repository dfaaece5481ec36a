/** POST /v1/prompts/<id>/completions: renders the saved prompt into an ordinary chat or text completion request. */

import type { Plan, Route, Target } from '../../config/plan.ts'
import { COMPLETIONS, PROMPT_COMPLETIONS } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import { decodedPart } from '../../core/request-url.ts'
import type { LargeBodies } from '../large/body-workers.ts'
import { readJson } from '../receive/read-json.ts'
import { RequestBody } from '../receive/request-body.ts'
import type { Admitted, Planned, RequestHead } from '../request.ts'
import { type PromptCall, type PromptRun, PromptSession, type RenderElsewhere } from './prompt-session.ts'
import type { StoredPrompts } from './stored-prompts.ts'

export type PromptPorts = { readonly prompts: StoredPrompts; readonly bodies: LargeBodies }

export function isPromptRoute({ endpoint }: RequestHead): boolean {
  return endpoint.name === PROMPT_COMPLETIONS.name
}

/** Turns a request into the completion request of the prompt that its path names. */
export async function renderPrompt(request: Admitted, ports: PromptPorts): Promise<Admitted> {
  const { head, body, journal, caller, options } = request
  const atMs = journal.elapsedMs()
  const { content, params } = body
  if (params === null || content.kind !== 'bytes') throw new GatewayError('invalid_json', { param: 'body' })
  const inWorker = body.facts === null ? null : renderInWorker(request, content.bytes, ports.bodies)
  const session = new PromptSession(ports.prompts, caller, params, content.bytes, inWorker)
  const main = await session.call(decodedPart(head.path.split('/').at(-2) ?? ''))
  const prompted = withPrompt({ ...request, prompts: { session, main, ofTargets: new Map() } }, main)
  journal.decide('planned', null, `prompt ${main.slug} version ${main.version}`, atMs, journal.elapsedMs() - atMs)
  return { ...prompted, options: { ...options, metadata: { _prompt: main.slug, ...options.metadata } } }
}

/** A worker renders the prompt with a large body, of which the main thread has only the outline. */
function renderInWorker({ connection }: Admitted, bytes: Uint8Array, bodies: LargeBodies): RenderElsewhere {
  return async ({ content }, partials) => {
    const rendered = await bodies.render(connection, { bytes, content, partials })
    if (typeof rendered === 'string' || bodies.isLarge(rendered.bytes)) return rendered
    return { ...rendered, params: readJson(rendered.bytes), facts: null }
  }
}

/**
 * Renders the prompts that targets of the plan name, all before the first attempt, so that later changes do not matter.
 */
export async function renderTargetPrompts(prompts: PromptRun, { route }: Plan): Promise<void> {
  for (const id of new Set(promptsIn(route))) {
    try {
      prompts.ofTargets.set(id, await prompts.session.call(id))
    } catch (error) {
      throw namedByConfig(error, id)
    }
  }
}

/** The virtual key of a prompt that a config names. */
export async function virtualKeyOf(
  prompts: StoredPrompts,
  home: Parameters<StoredPrompts['find']>[0],
  promptId: string,
): Promise<string | null> {
  try {
    return (await prompts.find(home, promptId)).content.virtualKey
  } catch (error) {
    throw namedByConfig(error, promptId)
  }
}

/** The request with the prompt that a target names, else with the prompt of the path. */
export function withPromptOf(request: Planned, { promptId }: Target): Planned {
  const { prompts, prompt } = request
  if (!prompts) return request
  const wanted = (promptId === null ? undefined : prompts.ofTargets.get(promptId)) ?? prompts.main
  return wanted === prompt ? request : withPrompt(request, wanted)
}

function withPrompt<Request extends Admitted>(request: Request, prompt: PromptCall): Request {
  const endpoint = COMPLETIONS[prompt.kind]
  request.memory.hold(prompt.bytes.length)
  if (prompt.warning !== null) request.journal.warn(prompt.warning)
  return {
    ...request,
    head: { ...request.head, endpoint, path: endpoint.path },
    body: RequestBody.ofBytes(prompt.bytes, prompt.params, prompt.facts),
    prompt,
  }
}

function promptsIn(route: Route): string[] {
  if (route.kind !== 'target') return route.routes.flatMap(promptsIn)
  return route.target.promptId === null ? [] : [route.target.promptId]
}

/** An unknown prompt that the config names is an error of the config, not of the path. */
function namedByConfig(error: unknown, promptId: string): unknown {
  if (!(error instanceof GatewayError) || error.code !== 'prompt_unknown') return error
  return new GatewayError('config_reference_unknown', {
    param: 'prompt_id',
    message: `The config names the prompt ${JSON.stringify(promptId)}: ${error.message}`,
    details: error.details,
  })
}
