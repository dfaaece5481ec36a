/** Checks configs against the saved objects of a workspace, and runs the real planner on them without any requests. */

import type { RootDefaults, StoredObjects } from '../../config/compilation.ts'
import { compile } from '../../config/compile.ts'
import { planFromHeaders } from '../../config/from-headers.ts'
import { NO_GUARDRAILS, type SavedGuardrails } from '../../config/guardrails/compile-guardrails.ts'
import { headerEntries } from '../../config/guardrails/header-guardrails.ts'
import { keyOfSaved, namedGuardrails, type SavedName } from '../../config/guardrails/read-guardrails.ts'
import { parseConfig } from '../../config/parse-config.ts'
import { PatternRuns } from '../../config/patterns.ts'
import type { Plan, Route, Target } from '../../config/plan.ts'
import { type Path, Problems, pathText, quote } from '../../config/problems.ts'
import { namedKeys } from '../../config/saved/named-keys.ts'
import { withPromptKeys } from '../../config/saved/prompt-targets.ts'
import { holdsSecretParam, holdsSecrets } from '../../config/saved/secret-paths.ts'
import { splitModel } from '../../config/saved/split-model.ts'
import type { ConfigObject } from '../../config/schema.ts'
import { RAISED } from '../../config/semantic-rules.ts'
import type {
  ConfigCheck,
  ConfigExaminer,
  ConfigProblem,
  ConfigWorkspace,
  DryRequest,
  DryRun,
} from '../../core/configs/config-examiner.ts'
import { GatewayError } from '../../core/errors.ts'
import { DEFAULT_ACTIONS } from '../../core/guardrails/guardrails.ts'
import type { Prices } from '../../core/money/prices.ts'
import { slugOf } from '../../core/stores/virtual-keys.ts'
import { didYouMean } from '../../core/suggest.ts'
import { checkUsable } from '../../gateway/attempt/credential.ts'
import { modelRefusal } from '../../gateway/limits/model-access.ts'
import { runPlan } from '../../gateway/plan/run-plan.ts'
import type { StoredGuardrails } from '../../gateway/stored/guardrails.ts'
import type { VirtualKeyFinder } from '../../gateway/stored/plan-cache.ts'
import type { LiveVirtualKey } from '../../gateway/stored/virtual-keys.ts'
import type { Guardrail } from '../../guardrails/guardrail.ts'
import { boundCall, modelOfCall } from './bound-call.ts'
import { type CallLimits, DryEnvironment, shortNames } from './dry-environment.ts'
import { DryGuardrails } from './dry-guardrails.ts'
import { type PromptFinder, promptOfPath, promptsIn } from './prompts-in.ts'
import { worstCase } from './worst-case.ts'

/** Placeholder for the virtual key that a request will name. Not a valid slug, so it matches no saved key. */
const NAMED_BY_REQUEST = '/'

const FROM_REQUEST: RootDefaults = {
  provider: null,
  virtualKey: NAMED_BY_REQUEST,
  modelKey: null,
  customHost: null,
  timeoutMs: null,
  forwardHeaders: null,
  settings: {},
  hasCallerCredential: false,
  inputGuardrails: null,
  outputGuardrails: null,
}

const PLACEHOLDER_KEY = {
  slug: NAMED_BY_REQUEST,
  provider: 'mock',
  settings: {},
  customHost: null,
  isHostTrusted: false,
}

export type GuardrailFinder = Pick<StoredGuardrails, 'find' | 'defaultsOf'>

export class ExamineConfigs implements ConfigExaminer {
  constructor(
    private readonly virtualKeys: VirtualKeyFinder,
    private readonly guardrails: GuardrailFinder,
    private readonly prompts: PromptFinder,
    private readonly prices: Pick<Prices, 'priceOf'>,
    private readonly limits: CallLimits,
  ) {}

  async check(home: ConfigWorkspace, text: string): Promise<ConfigCheck> {
    const found = new Problems()
    let config: ConfigObject
    try {
      config = parseConfig(text, found)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const { hint } = error
      const problems = found.all.map(({ code, path, text: what }) => ({
        code,
        path,
        message: `${path}: ${what}`,
        hint: code === error.code ? hint : new GatewayError(code).hint,
      }))
      // Unsupported settings come first, because correcting a typo does not fix them.
      const unsupported = problems.filter((problem) => problem.code === 'not_supported')
      return {
        problems: [...unsupported, ...problems.filter((problem) => !unsupported.includes(problem))],
        warnings: [],
      }
    }
    const keys = await this.#keysOf(home, config, [])
    const prompts = await promptsIn(config, home, this.prompts)
    const guardrails = await this.#guardrailsOf(home, namedGuardrails(config))
    const problems = [
      ...unknownNames(config, keys),
      ...unknownGuardrails(config, guardrails),
      ...prompts.problems,
      ...looseSecrets(config),
    ]
    const plan = compileForCheck(config, keys, guardrails, this.limits)
    if (plan instanceof GatewayError) return { problems: [...problems, problemOf(plan)], warnings: [] }
    const { calls } = worstCase(plan.route, (target) => ({ callsEach: callsEach(target, keys), costNanoUsd: null }))
    const own = plan.warnings.filter((warning) => !warning.endsWith(RAISED))
    return { problems, warnings: [...prompts.warnings, ...own, ...this.#tooManyCalls(calls)] }
  }

  async explain(home: ConfigWorkspace, text: string, request: DryRequest): Promise<DryRun> {
    const written = parseConfig(text)
    const prompts = await promptsIn(written, home, this.prompts)
    const [unknown] = prompts.problems
    if (unknown)
      throw new GatewayError(unknown.code, { param: unknown.path, message: unknown.message, hint: unknown.hint })
    const own = await promptOfPath(request.pathname, home, this.prompts)
    const promptOf = (reference: string | null) => (reference === null ? own : (prompts.contents.get(reference) ?? own))
    const config = withPromptKeys(written, (reference) => promptOf(reference)?.virtualKey ?? null)
    const root: RootDefaults = {
      provider: request.provider,
      virtualKey: request.virtualKey,
      modelKey: splitModel(request.params['model'])?.slug ?? null,
      customHost: request.customHost,
      timeoutMs: request.timeoutMs,
      forwardHeaders: null,
      settings: {},
      hasCallerCredential: request.hasCredential,
      inputGuardrails: request.headers['x-gateway-default-input-guardrails'] ?? null,
      outputGuardrails: request.headers['x-gateway-default-output-guardrails'] ?? null,
    }
    const named = [root.provider, root.virtualKey, root.modelKey].filter((name) => name !== null)
    const keys = await this.#keysOf(home, config, named.map(slugOf))
    const inHeaders = [...headerEntries(root, 'input'), ...headerEntries(root, 'output')]
    const guardrails = await this.#guardrailsOf(home, [
      ...namedGuardrails(config),
      ...inHeaders.filter((entry) => entry.kind === 'saved'),
    ])
    const plan = planFromHeaders(
      root,
      { config, saved: null },
      {
        ...storedIn(keys, this.limits),
        guardrails: { ...guardrails, defaults: await this.guardrails.defaultsOf(home) },
      },
    )
    refuseUnknownTargets('outcomes', request.outcomes, plan)
    refuseUnknownTargets('circuits', request.circuits, plan)
    if (request.cacheHits !== 'everywhere') refuseUnknownTargets('cache', request.cacheHits, plan)
    const unpriced = new Set<string>()
    const refused = new Set<string>()
    const worst = worstCase(plan.route, (target) => {
      const bound = boundCall(target, { home, request, prompt: promptOf(target.promptId) }, this.prices)
      if (bound.kind === 'unknown') unpriced.add(`${target.configPath}: ${bound.why}.`)
      if (bound.kind === 'refused') refused.add(`${target.configPath}: ${bound.why}`)
      const costNanoUsd = bound.kind === 'known' ? bound.nanoUsd : bound.kind === 'refused' ? 0 : null
      return { callsEach: callsEach(target, keys), costNanoUsd }
    })
    const environment = new DryEnvironment(
      request,
      this.limits,
      (target) => refusalOf(target, { request, prompt: promptOf(target.promptId) }, keys),
      new DryGuardrails(home, request, (target) => promptOf(target.promptId)),
    )
    return {
      ...(await run(plan, request, environment)),
      worst: { ...worst, calls: Math.min(worst.calls, this.limits.maxCalls) },
      unpriced: worst.costNanoUsd === null ? [...unpriced] : [],
      warnings: [...plan.warnings, ...refused, ...this.#tooManyCalls(worst.calls)],
    }
  }

  #tooManyCalls(calls: number): string[] {
    const { maxCalls } = this.limits
    if (calls <= maxCalls) return []
    return [
      `config: one request can make ${calls} calls by this config; the gateway stops after ${maxCalls} (GATEWAY_MAX_CALLS_PER_REQUEST).`,
    ]
  }

  async #guardrailsOf(home: ConfigWorkspace, names: readonly SavedName[]): Promise<SavedGuardrails> {
    const found = new Map<string, Guardrail>()
    for (const saved of names) {
      const guardrail = await this.guardrails.find(home, saved.name, saved.versionId)
      if (guardrail) found.set(keyOfSaved(saved), guardrail)
    }
    return {
      find: (name, versionId) => found.get(keyOfSaved({ name, versionId })),
      defaults: NO_GUARDRAILS,
    }
  }

  async #keysOf(
    { workspaceId }: ConfigWorkspace,
    config: ConfigObject,
    others: readonly string[],
  ): Promise<ReadonlyMap<string, LiveVirtualKey>> {
    const found = new Map<string, LiveVirtualKey>()
    for (const slug of new Set([...namedKeys(config).map((named) => named.slug), ...others])) {
      const key = await this.virtualKeys.find(workspaceId, slug)
      if (key) found.set(slug, key).set(key.slug, key)
    }
    return found
  }
}

/** The refusals before an attempt that depend on saved objects. A dry run does not simulate limits. */
function refusalOf(
  target: Target,
  call: Parameters<typeof modelOfCall>[1],
  keys: ReadonlyMap<string, LiveVirtualKey>,
): GatewayError | null {
  const { credential, configPath } = target
  if (credential.kind !== 'virtual_key') return null
  const key = keys.get(credential.slug)
  checkUsable(key, credential.slug, target)
  const called = key.integration && modelOfCall(target, call)
  if (!key.integration || !called) return null
  const models = called.model === null ? null : [called.model]
  return modelRefusal(key.integration, models, () => called.isFree, configPath)
}

/** The maximum number of upstream requests per attempt: each provider key of a virtual key may be tried. */
function callsEach({ credential }: Target, keys: ReadonlyMap<string, LiveVirtualKey>): number {
  return Math.max(1, credential.kind === 'virtual_key' ? (keys.get(credential.slug)?.credentials.length ?? 1) : 1)
}

function storedIn(
  keys: ReadonlyMap<string, LiveVirtualKey>,
  { semanticRules }: CallLimits,
): Pick<StoredObjects, 'semanticRules' | 'findVirtualKey'> {
  return { semanticRules, findVirtualKey: (slug) => keys.get(slug) }
}

function unknownNames(config: ConfigObject, keys: ReadonlyMap<string, LiveVirtualKey>): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  for (const { slug, path, isCertain } of namedKeys(config)) {
    const known = keys.get(slug)?.slug
    if (known === slug || (known === undefined && !isCertain)) continue
    // Requests may use the id of a virtual key. Saved configs must use its slug, so that a search by slug finds them.
    const [message, hint] =
      known === undefined
        ? [`no virtual key ${quote(slug)} exists in this workspace.`, 'Create it first, or correct its name.']
        : [`a saved config names a virtual key by its slug, not by its id.`, `Write ${quote(known)}.`]
    problems.push({ code: 'config_reference_unknown', path, message: `${path}: ${message}`, hint })
  }
  return problems
}

function unknownGuardrails(config: ConfigObject, { find }: SavedGuardrails): ConfigProblem[] {
  return namedGuardrails(config).flatMap(({ name, versionId, path }) => {
    if (find(name, versionId) !== undefined) return []
    const at = pathText(path)
    const version = versionId === null ? '' : ` with version ${quote(versionId)}`
    const message = `${at}: no saved guardrail ${quote(name)}${version} exists in this workspace or its organisation.`
    return [{ code: 'config_reference_unknown', path: at, message, hint: 'Create it first, or correct its name.' }]
  })
}

/** Replaces a guardrail that is already reported as unknown. */
function placeholderGuardrail(id: string, versionId: string | null): Guardrail {
  return { spec: { id, versionId, source: 'config', checks: [], actions: DEFAULT_ACTIONS }, checks: [] }
}

/** Finds secrets in a config without a provider: the sender of a request would decide where they are sent. */
function looseSecrets(config: ConfigObject, path: Path = [], hasSecretsAround = false): ConfigProblem[] {
  const { strategy, provider, virtual_key: virtualKey, override_params: override, default_params: defaults } = config
  const hasSecretParams = hasSecretsAround || holdsSecretParam(override) || holdsSecretParam(defaults)
  if (strategy !== undefined)
    return (config.targets ?? []).flatMap((target, i) => looseSecrets(target, [...path, 'targets', i], hasSecretParams))
  const takesFromRequest = path.length === 0 || config.passthrough === true
  const isNamed = provider !== undefined || virtualKey !== undefined || splitModel(override?.['model']) !== null
  if (isNamed || !takesFromRequest || !(hasSecretParams || holdsSecrets(config))) return []
  const at = pathText([...path, 'provider'])
  const message = `${at}: required, because the config contains secrets: a saved secret is sent only to the provider it belongs to.`
  return [{ code: 'config_invalid', path: at, message, hint: 'Save provider together with its secrets.' }]
}

/** On prompt routes, the prompt supplies the virtual key of targets that name neither a provider nor a virtual key. */
function placeholderForPrompt(
  promptId: string | null,
  { provider, virtual_key: virtualKey }: ConfigObject,
): string | null {
  return promptId !== null && provider === undefined && virtualKey === undefined ? NAMED_BY_REQUEST : null
}

/**
 * Assumes that the request supplies what the config omits. Uses placeholders for unknown names, because another check
 * reports them.
 */
function compileForCheck(
  config: ConfigObject,
  keys: ReadonlyMap<string, LiveVirtualKey>,
  guardrails: SavedGuardrails,
  { semanticRules }: CallLimits,
): Plan | GatewayError {
  try {
    return compile(withPromptKeys(config, placeholderForPrompt), FROM_REQUEST, {
      semanticRules,
      findVirtualKey: (slug) => keys.get(slug) ?? PLACEHOLDER_KEY,
      guardrails: {
        find: (name, versionId) => guardrails.find(name, versionId) ?? placeholderGuardrail(name, versionId),
        defaults: NO_GUARDRAILS,
      },
    })
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}

function problemOf({ code, param, message, hint }: GatewayError): ConfigProblem {
  return { code, path: param ?? 'config', message, hint }
}

/** Without this check, outcomes for a misspelled target would be ignored, and the target would respond with 200. */
function refuseUnknownTargets(field: string, given: ReadonlyMap<string, unknown>, { route }: Plan): void {
  const targets = targetsOf(route)
  const known = targets.flatMap(({ configPath, name }) => [...shortNames(configPath), ...(name === null ? [] : [name])])
  for (const name of given.keys()) {
    if (known.includes(name)) continue
    throw new GatewayError('invalid_body', {
      param: field,
      message: `${field}: the config has no target ${quote(name)}.${didYouMean(name, known)}`,
      hint: `Name targets by config path or name: ${targets
        .slice(0, 8)
        .map((target) => shortNames(target.configPath).at(-1))
        .join(', ')}.`,
    })
  }
}

function targetsOf(route: Route): Target[] {
  return route.kind === 'target' ? [route.target] : route.routes.flatMap(targetsOf)
}

async function run(
  plan: Plan,
  request: DryRequest,
  environment: DryEnvironment,
): Promise<Omit<DryRun, 'worst' | 'unpriced' | 'warnings'>> {
  const { metadata, params, headers, pathname, stickyId } = request
  const { decisions, attempts, guardrails } = environment
  try {
    const facts = { metadata, params, headers, pathname, patternRuns: new PatternRuns() }
    const routed = { facts: () => facts, stickyId }
    const result = await runPlan(plan, routed, environment)
    if (result.kind === 'abandoned') throw new Error('A dry run cannot be abandoned.')
    const { status, refusal } = result.response
    return {
      decisions,
      attempts,
      guardrails,
      status,
      target: refusal ? null : result.target.configPath,
      error: refusal ? { code: refusal.code, message: refusal.message } : null,
      durationMs: environment.elapsedMs(),
    }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { code, message, status } = error
    environment.decide('refused', null, `${code}: ${message}`)
    const durationMs = environment.elapsedMs()
    return { decisions, attempts, guardrails, status, target: null, error: { code, message }, durationMs }
  }
}
