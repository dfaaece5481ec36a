/** Compiles one leaf of a config: its provider, settings and credential, and the policies that hold there. */

import { GatewayError } from '../core/errors.ts'
import { bearerToken } from '../core/headers.ts'
import { Secret } from '../core/secret.ts'
import { didYouMean } from '../core/suggest.ts'
import type { ProviderAdapter, Settings } from '../providers/adapter.ts'
import { findProvider, providerSlugs, settingKeys } from '../providers/registry.ts'
import { carriesCredential } from './check-rules.ts'
import type { Compilation, Inherited } from './compilation.ts'
import { CUSTOM_HOST_FORM, readCustomHost } from './custom-host.ts'
import type { CredentialRef, Target } from './plan.ts'
import { type Path, pathText, quote } from './problems.ts'
import type { ConfigObject } from './schema.ts'
import { cachePolicy, circuitPolicy, paramChanges, retryPolicy } from './target-policies.ts'

/** setTimeout fires at once for anything longer. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

export function compileTarget(
  config: ConfigObject,
  inherited: Inherited,
  path: Path,
  compilation: Compilation,
): Target {
  const { root } = compilation
  const called = chooseProvider(config, path, compilation)
  const host = root.customHost ?? inherited.custom_host ?? called.customHost
  const timeoutMs = root.timeoutMs ?? inherited.request_timeout ?? null
  return Object.freeze({
    place: placeOf(path),
    name: config.name ?? null,
    provider: called.provider,
    settings: Object.freeze(called.settings),
    credential: Object.freeze(called.credential),
    customHost: host === null ? null : checkHost(host),
    changes: paramChanges(inherited),
    forwardHeaders: Object.freeze(
      (root.forwardHeaders ?? inherited.forward_headers ?? []).map((name) => name.toLowerCase()),
    ),
    retry: retryPolicy(inherited.retry),
    cache: cachePolicy(inherited.cache),
    circuit: circuitPolicy(inherited.cb_config),
    timeoutMs: timeoutMs === null ? null : Math.min(timeoutMs, MAX_TIMEOUT_MS),
  })
}

/** `config`, `config.targets[1].targets[0]`. */
export function placeOf(path: Path): string {
  return path.length === 0 ? 'config' : `config.${pathText(path)}`
}

type Called = {
  readonly provider: ProviderAdapter
  readonly settings: Settings
  readonly credential: CredentialRef
  readonly customHost: string | null
}

/** Precedence of contract 2.2: what the config says, then `x-gateway-provider: @slug`, the virtual key, the provider. */
function chooseProvider(config: ConfigObject, path: Path, compilation: Compilation): Called {
  const { root } = compilation
  const isRoot = path.length === 0
  if (config.virtual_key !== undefined) return callStored(config.virtual_key, [...path, 'virtual_key'], compilation)
  if (config.provider?.startsWith('@')) return callStored(config.provider, [...path, 'provider'], compilation)
  if (config.provider !== undefined) return callProvider(config, config.provider, path, compilation)
  if (isRoot || config.passthrough === true) {
    if (root.provider?.startsWith('@')) return callStored(root.provider, 'x-gateway-provider', compilation)
    if (root.virtualKey !== null) return callStored(root.virtualKey, 'x-gateway-virtual-key', compilation)
  }
  if (isRoot && root.provider !== null) return callProvider(config, root.provider, path, compilation)
  const param = pathText([...path, 'provider'])
  throw new GatewayError('provider_missing', {
    param,
    message: `${param}: the config names no provider or virtual_key here, and the request brings none${isRoot ? '' : ' that a target may take'}.`,
    hint: 'Give provider and api_key, or virtual_key, or strategy and targets; or send x-gateway-provider or x-gateway-virtual-key.',
  })
}

/** A stored credential brings its provider with it; the credential itself is resolved per attempt. */
function callStored(name: string, from: Path | string, compilation: Compilation): Called {
  const slug = (name.startsWith('@') ? name.slice(1) : name).split('/', 1)[0]!
  const stored = compilation.stored.findVirtualKey(slug)
  const provider = stored === undefined ? undefined : findProvider(stored.provider)
  if (stored === undefined || provider === undefined) {
    const param = typeof from === 'string' ? from : pathText(from)
    throw new GatewayError('virtual_key_unknown', {
      param,
      message: `${param}: no virtual key ${quote(slug)} exists in this workspace.`,
    })
  }
  const credential = { kind: 'virtual_key', slug } as const
  return { provider, settings: { ...stored.settings }, credential, customHost: stored.customHost }
}

function callProvider(config: ConfigObject, slug: string, path: Path, compilation: Compilation): Called {
  const provider = findProvider(slug)
  const isOwn = config.provider !== undefined
  if (provider === undefined) {
    const param = isOwn ? pathText([...path, 'provider']) : 'x-gateway-provider'
    throw new GatewayError('provider_unknown', {
      param,
      message: `${param}: unknown provider ${quote(slug)}.${didYouMean(slug, providerSlugs())}`,
      hint: `Known providers: ${providerSlugs().join(', ')}.`,
    })
  }
  // Contract 2.1: setting headers count only where the config leaves the provider to the headers.
  const own = settingsOf(config)
  const given = isOwn ? own : { ...own, ...compilation.root.settings }
  for (const key of Object.keys(own)) {
    if (Object.hasOwn(provider.settings.shape, key)) continue
    compilation.warnings.push(`${pathText([...path, key])}: not used, it is no setting of provider ${provider.slug}.`)
  }
  const settings = readSettings(provider, given, path, compilation)
  return {
    provider,
    settings,
    credential: chooseCredential(config, provider, settings, path, compilation),
    customHost: null,
  }
}

function settingsOf(config: ConfigObject): Record<string, string> {
  const known = settingKeys()
  return Object.fromEntries(
    Object.entries(config).filter(
      (entry): entry is [string, string] => known.has(entry[0]) && typeof entry[1] === 'string',
    ),
  )
}

function readSettings(provider: ProviderAdapter, given: Settings, path: Path, compilation: Compilation): Settings {
  const { shape } = provider.settings
  const result = provider.settings.safeParse(
    Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(shape, key))),
  )
  if (result.success) {
    const texts = Object.entries(result.data).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return Object.fromEntries(texts)
  }
  const issue = result.error.issues[0]!
  const key = String(issue.path[0] ?? '')
  const isHeader = Object.hasOwn(compilation.root.settings, key) && compilation.root.settings[key] === given[key]
  const param = isHeader ? `x-gateway-${key.replaceAll('_', '-')}` : pathText([...path, key])
  throw new GatewayError('provider_settings_invalid', {
    param,
    message: `${param}: ${issue.message} (a setting of provider ${provider.slug}).`,
  })
}

/** Only a root config may use the caller's own credential: among targets it could reach a provider it was not meant for. */
function chooseCredential(
  config: ConfigObject,
  provider: ProviderAdapter,
  settings: Settings,
  path: Path,
  compilation: Compilation,
): CredentialRef {
  const own = config.api_key ?? bearerToken(config.Authorization)
  if (own !== null) return { kind: 'inline', secret: new Secret(own) }
  if (path.length === 0 && compilation.root.hasCallerCredential) return { kind: 'caller' }
  if (!provider.needsCredential || carriesCredential(settings)) return { kind: 'none' }
  if (path.length === 0 && config.provider === undefined) throw new GatewayError('credential_missing')
  const param = pathText([...path, 'api_key'])
  throw new GatewayError('credential_missing', {
    param,
    message: `${param}: required with provider ${quote(provider.slug)}.`,
  })
}

/** The config's own hosts have passed the schema; the header's is read here for the first time. */
function checkHost(text: string): string {
  const host = readCustomHost(text)
  if (host !== null) return host
  throw new GatewayError('custom_host_invalid', {
    param: 'x-gateway-custom-host',
    message: `x-gateway-custom-host: expected ${CUSTOM_HOST_FORM}.`,
  })
}
