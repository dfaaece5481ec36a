/** Decides which provider, settings and credential a target uses, from the config or from the request. */

import { GatewayError } from '../core/errors.ts'
import { bearerToken } from '../core/headers.ts'
import { Secret } from '../core/secret.ts'
import { slugOf } from '../core/stores/virtual-keys.ts'
import { didYouMean } from '../core/suggest.ts'
import type { ProviderAdapter, Settings } from '../providers/adapter.ts'
import { findProvider, providerSlugs, settingKeys } from '../providers/registry.ts'
import { carriesCredential, needsKey } from './check-rules.ts'
import type { Compilation, Inherited } from './compilation.ts'
import type { CredentialRef } from './plan.ts'
import { type Path, pathText, quote } from './problems.ts'
import { splitModel } from './saved/split-model.ts'
import type { ConfigObject } from './schema.ts'

export type ChosenProvider = {
  readonly provider: ProviderAdapter
  readonly settings: Settings
  readonly credential: CredentialRef
  readonly customHost: string | null
  readonly isHostTrusted: boolean
  /** True if the config, not the request, selected the provider. */
  readonly isNamedByConfig: boolean
  readonly stripsModel: boolean
  /** Set if `@slug/` in the inherited model selected the virtual key: the inherited keys with that prefix removed. */
  readonly params?: Inherited
}

/**
 * Precedence: the config (virtual_key, provider, or `@slug/model` in override_params), then `@slug` in
 * `x-gateway-provider`, `x-gateway-virtual-key`, `@slug/model` in the body, and last a provider slug in
 * `x-gateway-provider`.
 */
export function chooseProvider(
  config: ConfigObject,
  inherited: Inherited,
  path: Path,
  compilation: Compilation,
): ChosenProvider {
  const { root, stored } = compilation
  const isRoot = path.length === 0
  if (config.virtual_key !== undefined) {
    const called = callStored(config.virtual_key, [...path, 'virtual_key'], compilation)
    if (config.provider !== undefined) checkProvider(config.provider, called, path, compilation)
    return called
  }
  if (config.provider?.startsWith('@')) return callStored(config.provider, [...path, 'provider'], compilation)
  if (config.provider !== undefined) return callProvider(config, config.provider, inherited, path, compilation)
  const own = splitModel(inherited.override_params?.['model'])
  const takesFromRequest = isRoot || config.passthrough === true
  // `@cf/meta/llama` can also be a model name: it is one if no virtual key has that slug.
  if (own !== null && (stored.findVirtualKey(own.slug) !== undefined || !takesFromRequest)) {
    const params = { ...inherited, override_params: { ...inherited.override_params, model: own.model } }
    return { ...callStored(own.slug, [...path, 'override_params', 'model'], compilation), params }
  }
  if (takesFromRequest) {
    if (root.provider?.startsWith('@')) return byRequest(callStored(root.provider, 'x-gateway-provider', compilation))
    if (root.virtualKey !== null) return byRequest(callStored(root.virtualKey, 'x-gateway-virtual-key', compilation))
    const isKnown = root.modelKey !== null && stored.findVirtualKey(root.modelKey) !== undefined
    if (root.modelKey !== null && (isKnown || root.provider === null))
      return { ...byRequest(callStored(root.modelKey, 'model', compilation)), stripsModel: true }
  }
  if (isRoot && root.provider !== null)
    return byRequest(callProvider(config, root.provider, inherited, path, compilation))
  const param = pathText([...path, 'provider'])
  throw new GatewayError('provider_missing', {
    param,
    message: `${param}: the config has no provider or virtual_key here, and the request selects none${isRoot ? '' : ' that a target can use'}.`,
    hint: 'Give provider and api_key, or virtual_key, or strategy and targets; or send x-gateway-provider or x-gateway-virtual-key.',
  })
}

function byRequest(called: ChosenProvider): ChosenProvider {
  return { ...called, isNamedByConfig: false }
}

/** A virtual key determines its provider. The credential itself is resolved for each attempt. */
function callStored(name: string, from: Path | string, compilation: Compilation): ChosenProvider {
  const slug = slugOf(name)
  const stored = compilation.stored.findVirtualKey(slug)
  const provider = stored === undefined ? undefined : findProvider(stored.provider)
  if (stored === undefined || provider === undefined) {
    const param = typeof from === 'string' ? from : pathText(from)
    throw new GatewayError('virtual_key_unknown', {
      param,
      message: `${param}: no virtual key ${quote(slug)} exists in this workspace.`,
    })
  }
  const credential = { kind: 'virtual_key', slug: stored.slug } as const
  const { settings, customHost, isHostTrusted } = stored
  return {
    provider,
    settings: { ...settings },
    credential,
    customHost,
    isHostTrusted,
    isNamedByConfig: true,
    stripsModel: false,
  }
}

/** A provider given next to a virtual key must be the virtual key's own provider. */
function checkProvider(name: string, called: ChosenProvider, path: Path, compilation: Compilation): void {
  const param = pathText([...path, 'provider'])
  const { credential, provider } = called
  if (name.startsWith('@')) {
    const other = callStored(name, param, compilation).credential
    if (other.kind === 'virtual_key' && credential.kind === 'virtual_key' && other.slug === credential.slug) return
  } else if (findProvider(name) === provider) return
  throw new GatewayError('config_invalid', {
    param,
    message: `${param}: ${quote(name)} contradicts virtual_key, whose provider is ${provider.slug}.`,
    hint: 'Omit provider, or give the provider of the virtual key.',
  })
}

function callProvider(
  config: ConfigObject,
  slug: string,
  inherited: Inherited,
  path: Path,
  compilation: Compilation,
): ChosenProvider {
  const provider = findProvider(slug)
  const isOwn = config.provider !== undefined
  if (provider === undefined) {
    const param = isOwn ? pathText([...path, 'provider']) : 'x-gateway-provider'
    throw new GatewayError('provider_unknown', {
      param,
      message: `${param}: invalid provider ${quote(slug)}.${didYouMean(slug, providerSlugs())}`,
      hint: `Known providers: ${providerSlugs().join(', ')}.`,
    })
  }
  // Provider settings in headers apply only if the provider is named in a header too.
  const own = settingsOf(config)
  const given = isOwn ? own : { ...own, ...compilation.root.settings }
  for (const key of Object.keys(own)) {
    if (Object.hasOwn(provider.settings.shape, key)) continue
    compilation.warnings.push(`${pathText([...path, key])}: ignored, provider ${provider.slug} has no such setting.`)
  }
  const settings = readSettings(provider, given, path, compilation)
  return {
    provider,
    settings,
    credential: chooseCredential(config, provider, settings, inherited, path, compilation),
    customHost: null,
    isHostTrusted: false,
    isNamedByConfig: true,
    stripsModel: false,
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

/** Only a root config can use the caller's credential. A target could send it to another provider. */
function chooseCredential(
  config: ConfigObject,
  provider: ProviderAdapter,
  settings: Settings,
  inherited: Inherited,
  path: Path,
  compilation: Compilation,
): CredentialRef {
  const own = config.api_key ?? bearerToken(config.Authorization)
  const isOwned = own !== null || carriesCredential(settingsOf(config))
  if (isOwned && compilation.saved !== null && config.provider === undefined) {
    // Otherwise every user of the config could choose the provider, and so the host that gets the credential.
    throw new GatewayError('credential_origin_mismatch', {
      param: pathText([...path, 'provider']),
      message: `${pathText([...path, 'provider'])}: a saved credential requires a saved provider.`,
      hint: 'Save provider together with api_key.',
    })
  }
  if (own !== null) return { kind: 'inline', secret: new Secret(own) }
  if (path.length === 0 && compilation.root.hasCallerCredential) return { kind: 'caller' }
  const hasCustomHost = (compilation.root.customHost ?? inherited.custom_host ?? null) !== null
  if (!needsKey(provider, hasCustomHost) || carriesCredential(settings)) return { kind: 'none' }
  // Only a virtual key may use the gateway's own identity. The attempt is refused with a specific error.
  if (provider.usesAmbientIdentity?.(settings)) return { kind: 'none' }
  if (path.length === 0 && config.provider === undefined) throw new GatewayError('credential_missing')
  const param = pathText([...path, 'api_key'])
  throw new GatewayError('credential_missing', {
    param,
    message: `${param}: required with provider ${quote(provider.slug)}.`,
  })
}
