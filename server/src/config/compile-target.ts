/** Compiles one target of a config: provider, settings, credential, host and policies. */

import { GatewayError } from '../core/errors.ts'
import type { TargetGuardrails } from '../guardrails/guardrail.ts'
import { originOfProvider } from '../providers/credential-origins.ts'
import { type ChosenProvider, chooseProvider } from './choose-provider.ts'
import type { Compilation, Inherited } from './compilation.ts'
import { CUSTOM_HOST_FORM, readCustomHost } from './custom-host.ts'
import { targetGuardrails } from './guardrails/compile-guardrails.ts'
import type { Target } from './plan.ts'
import { type Path, pathText } from './problems.ts'
import { holdsObjects, holdsSecrets } from './saved/secret-paths.ts'
import type { ConfigObject } from './schema.ts'
import { cachePolicy, circuitPolicy, paramChanges, retryPolicy } from './target-policies.ts'

/** setTimeout fires immediately for longer delays. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

export function compileTarget(
  config: ConfigObject,
  inherited: Inherited,
  guardrails: TargetGuardrails,
  path: Path,
  compilation: Compilation,
): Target {
  const { root, saved } = compilation
  const called = chooseProvider(config, inherited, path, compilation)
  const hasSecrets = saved !== null && (holdsSecrets(config) || holdsSecrets(inherited))
  if (hasSecrets && !called.isNamedByConfig) throw secretsWithoutProvider(path)
  const isPinned = hasSecrets || (saved !== null && called.isNamedByConfig && hasObjectParams(inherited))
  const host = chooseHost(called, inherited, path, compilation, isPinned)
  const timeoutMs = root.timeoutMs ?? inherited.request_timeout ?? null
  return Object.freeze({
    configPath: configPathOf(path),
    name: config.name ?? null,
    provider: called.provider,
    settings: Object.freeze(called.settings),
    credential: Object.freeze(called.credential),
    ...host,
    savedIn: called.isNamedByConfig ? (saved?.versionId ?? null) : null,
    stripsModel: called.stripsModel,
    promptId: config.prompt_id ?? null,
    changes: paramChanges(called.params ?? inherited),
    forwardHeaders: Object.freeze(
      (root.forwardHeaders ?? inherited.forward_headers ?? []).map((name) => name.toLowerCase()),
    ),
    strict: inherited.strict_open_ai_compliance ?? null,
    retry: retryPolicy(inherited.retry),
    cache: cachePolicy(inherited.cache, saved !== null, compilation.stored.semanticRules),
    circuit: circuitPolicy(inherited.cb_config),
    timeoutMs: timeoutMs === null ? null : Math.min(timeoutMs, MAX_TIMEOUT_MS),
    connectTimeoutMs:
      inherited.connect_timeout === undefined ? null : Math.min(inherited.connect_timeout, MAX_TIMEOUT_MS),
    guardrails: targetGuardrails(guardrails, compilation.added),
  })
}

function hasObjectParams({ override_params: override, default_params: defaults }: Inherited): boolean {
  return holdsObjects(override) || holdsObjects(defaults)
}

/** Such as `config.targets[1].targets[0]`; `config` for the root. */
export function configPathOf(path: Path): string {
  return path.length === 0 ? 'config' : `config.${pathText(path)}`
}

type Host = Pick<Target, 'customHost' | 'isHostTrusted'>

/**
 * The host in the header, else in the config, else in the virtual key. `isPinned`: the saved config contains secrets,
 * or objects that may contain them, so a header must not send them to another origin. (For virtual keys, the origin is
 * checked on each attempt.)
 */
function chooseHost(
  called: ChosenProvider,
  inherited: Inherited,
  path: Path,
  { root, saved }: Compilation,
  isPinned: boolean,
): Host {
  const configured = inherited.custom_host === undefined ? null : checkHost(inherited.custom_host)
  if (root.customHost !== null) {
    const customHost = checkHost(root.customHost)
    if (isPinned && called.credential.kind !== 'virtual_key' && !isSameOrigin(called, customHost, configured)) {
      throw new GatewayError('credential_origin_mismatch', {
        param: 'x-gateway-custom-host',
        message: `x-gateway-custom-host: the secrets and objects saved at ${configPathOf(path)} can only be sent to the origin in the config.`,
        hint: 'Omit the header, or send your own config.',
      })
    }
    return { customHost, isHostTrusted: false }
  }
  if (configured !== null)
    return { customHost: configured, isHostTrusted: saved?.trustedHosts.includes(configured) === true }
  return { customHost: called.customHost, isHostTrusted: called.isHostTrusted }
}

function isSameOrigin({ provider, settings }: ChosenProvider, customHost: string, ownHost: string | null): boolean {
  const own = originOfProvider(provider, settings, ownHost)
  return own !== null && own === originOfProvider(provider, settings, customHost)
}

function secretsWithoutProvider(path: Path): GatewayError {
  const param = pathText([...path, 'provider'])
  return new GatewayError('credential_origin_mismatch', {
    param,
    message: `${param}: this saved config contains secrets, so it must name the provider itself; the request cannot.`,
    hint: 'Save provider or virtual_key together with the secrets.',
  })
}

/** The schema has validated hosts in configs; the header's host is validated here. */
function checkHost(text: string): string {
  const host = readCustomHost(text)
  if (host !== null) return host
  throw new GatewayError('custom_host_invalid', {
    param: 'x-gateway-custom-host',
    message: `x-gateway-custom-host: expected ${CUSTOM_HOST_FORM}.`,
  })
}
