/**
 * Chooses the plan of a request. The first of these decides: the config that the request names, the default config of
 * its key, the provider or virtual model that it names, the default config of its workspace.
 */

import type { RootDefaults } from '../../config/compilation.ts'
import { headerWithGuardrails } from '../../config/guardrails/header-guardrails.ts'
import type { Plan } from '../../config/plan.ts'
import { quote } from '../../config/problems.ts'
import { splitModel } from '../../config/saved/split-model.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import { CREDENTIAL_HEADERS, type HeaderMap } from '../../core/headers.ts'
import { virtualKeyOf } from '../prompts/render-prompt.ts'
import type { StoredPrompts } from '../prompts/stored-prompts.ts'
import type { Admitted, Planned } from '../request.ts'
import { mayUseVirtualModel } from '../stored/configs.ts'
import type { PlanCache, PlanInputs } from '../stored/plan-cache.ts'
import { routeTo } from './pinned-target.ts'

/** The provider that every key may use. */
const PROVIDER_FOR_ALL = 'mock'

const MODEL_ENDPOINTS: ReadonlySet<EndpointName> = new Set([
  'models',
  'models.read',
  'gemini.models',
  'gemini.models.read',
])

export type PlanPorts = {
  readonly plans: PlanCache
  readonly prompts: StoredPrompts
  readonly maxBodyBytes: number
}

type Choice = { readonly inputs: PlanInputs; readonly listsReachable: boolean }

export async function choosePlan(request: Admitted, ports: PlanPorts): Promise<Planned> {
  const { journal, caller, options, prompts, head } = request
  const atMs = journal.elapsedMs()
  if (!caller.defaults.allowConfigOverride) {
    if (options.config !== null) await refuseOverride(request, ports)
    refuseOwnGuardrails(request)
  }
  const { inputs: chosen, listsReachable } = chooseNamed(request) ?? (await chooseUnnamed(request, ports))
  const inputs = prompts
    ? {
        ...chosen,
        prompt: {
          virtualKey: prompts.main.virtualKey,
          keyOf: (id: string) => virtualKeyOf(ports.prompts, caller, id),
        },
      }
    : chosen
  const found = await ports.plans.find(caller, inputs)
  const plan = head.pinned === undefined ? found : { ...found, route: routeTo(head.pinned, found.route) }
  journal.decide('planned', null, describe(inputs, plan), atMs, journal.elapsedMs() - atMs)
  for (const warning of plan.warnings) journal.warnings.push(warning)
  return { ...request, plan, savedConfig: plan.saved, listsReachable }
}

/**
 * The config in the request wins, then the key's default config, then the provider that the request names. Null: the
 * request names none of them.
 */
function chooseNamed(request: Admitted): Choice | null {
  const { options, caller, prompts } = request
  const { configSlug } = caller.defaults
  if (options.config !== null)
    return chosen(request, { root: rootOf(request), config: options.config, namedBy: 'x-gateway-config' })
  if (configSlug !== null)
    return chosen(request, { root: rootOf(request), config: configSlug, namedBy: "the key's default config" })
  const isNamed =
    options.provider !== null || options.virtualKey !== null || (prompts?.main.virtualKey ?? null) !== null
  return isNamed ? chosen(request, { root: rootOf(request), config: null, namedBy: '' }) : null
}

/** Throws unless the request names the config that it would get anyway. */
async function refuseOverride({ options, caller }: Admitted, { plans }: PlanPorts): Promise<void> {
  const own = caller.defaults.configSlug ?? (await plans.configs.routingOf(caller)).defaultConfig
  if (options.config?.trim() !== own) throw new GatewayError('config_override_forbidden', { param: 'x-gateway-config' })
}

/**
 * A key that may not choose a config may name saved guardrails, but not define its own: these could call any webhook,
 * or any model of the workspace.
 */
function refuseOwnGuardrails({ options }: Admitted): void {
  const { defaultInputGuardrails: inputGuardrails, defaultOutputGuardrails: outputGuardrails } = options
  if (inputGuardrails === null && outputGuardrails === null) return
  const header = headerWithGuardrails({ inputGuardrails, outputGuardrails })
  if (header === null) return
  throw new GatewayError('config_override_forbidden', {
    param: header,
    message: `The key may not choose a config, and ${header} has guardrails that are not saved.`,
    hint: 'Name saved guardrails by their slugs.',
  })
}

/**
 * For a request that names no config or provider in its headers. Its model may name a provider, as `@slug/model`, or be
 * a virtual model. Otherwise the workspace's default config applies.
 */
async function chooseUnnamed(request: Admitted, ports: PlanPorts): Promise<Choice> {
  const { body, caller, head } = request
  // The model of an upload is a form field. The form must be in memory anyway, to remove the prefix from the model.
  await body.bufferForm(request, ports.maxBodyBytes)
  const root = rootOf(request)
  const isNamed = root.modelKey !== null && (await ports.plans.hasKey(caller.workspaceId, root.modelKey))
  if (isNamed) return chosen(request, { root, config: null, namedBy: '' })
  const routing = await ports.plans.configs.routingOf(caller)
  const virtualModel = body.model === null ? undefined : routing.virtualModels.get(body.model)
  if (body.model !== null && virtualModel !== undefined) {
    const namedBy = `the virtual model ${quote(body.model)}`
    if (!mayUseVirtualModel(caller, virtualModel.configSlug, routing))
      throw new GatewayError('config_override_forbidden', {
        param: 'model',
        message: `The key may not choose a config, and ${namedBy} selects a config other than its default.`,
      })
    return chosen(request, { root, config: virtualModel.configSlug, namedBy })
  }
  const { name } = head.endpoint
  if (MODEL_ENDPOINTS.has(name)) {
    const inputs = { root: { ...root, provider: PROVIDER_FOR_ALL }, config: null, namedBy: '' }
    return { ...chosen(request, inputs), listsReachable: true }
  }
  const config = routing.defaultConfig
  return chosen(request, { root, config, namedBy: config === null ? '' : "the workspace's default config" })
}

/** The gateway's own requests (embeddings, models as judges) get no defaults: a guardrail would run on its own requests. */
function chosen({ caller }: Admitted, inputs: Omit<PlanInputs, 'hasDefaults'>): Choice {
  return { inputs: { ...inputs, hasDefaults: caller.isInternal !== true }, listsReachable: false }
}

function rootOf({ head, options, body, prompts }: Admitted): RootDefaults {
  // The virtual key of a prompt wins over the provider and virtual key that the request names.
  const promptKey = prompts?.main.virtualKey ?? null
  return {
    provider: promptKey === null ? options.provider : null,
    virtualKey: promptKey ?? options.virtualKey,
    modelKey: splitModel(body.model ?? head.deployment)?.slug ?? null,
    customHost: options.customHost,
    timeoutMs: options.requestTimeoutMs,
    forwardHeaders: options.forwardHeaders,
    settings: options.settings,
    inputGuardrails: options.defaultInputGuardrails,
    outputGuardrails: options.defaultOutputGuardrails,
    hasCallerCredential: hasCredential(head.headers),
  }
}

function hasCredential(headers: HeaderMap): boolean {
  for (const name of CREDENTIAL_HEADERS) if (headers[name] !== undefined) return true
  return false
}

function describe({ root, config, namedBy }: PlanInputs, { saved }: Plan): string {
  const version = saved === null ? '' : ` ${saved.slug} version ${saved.versionNumber}`
  if (config !== null) return namedBy === 'x-gateway-config' ? `config${version} from ${namedBy}` : namedBy + version
  if (root.virtualKey !== null) return `virtual key ${root.virtualKey}`
  if (root.provider === null) return `virtual key ${root.modelKey} from the model`
  return `provider ${root.provider} from x-gateway-provider`
}
