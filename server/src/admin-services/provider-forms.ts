/** Lists the form fields that each provider's credentials need. The control plane calls it through a port. */

import { readCustomHost } from '../config/custom-host.ts'
import { looksSecret } from '../config/problems.ts'
import { GatewayError } from '../core/errors.ts'
import type { ProviderAdapter, Settings } from '../providers/adapter.ts'
import { ANY_CALL, credentialOrigins } from '../providers/credential-origins.ts'
import { findProvider, providerSlugs, settingKeys } from '../providers/registry.ts'

export function providerForms() {
  return {
    find(slugOrAlias: string) {
      const provider = findProvider(slugOrAlias)
      return provider && formOf(provider)
    },
    slugs: providerSlugs(),
    settings: settingKeys(),
    readHost: readCustomHost,
  }
}

function formOf(provider: ProviderAdapter) {
  const names = Object.keys(provider.settings.shape)
  return {
    slug: provider.slug,
    needsCredential: provider.needsCredential,
    settings: new Map(names.map((name) => [name, { isSecret: looksSecret(name) }])),
    usesAmbientIdentity: (settings: Settings) => provider.usesAmbientIdentity?.(settings) === true,
    check: (settings: Settings, customHost: string | null) =>
      wrongSetting(provider, settings) ?? missingSetting(provider, settings, customHost),
    origins: (settings: Settings, key: string | null, customHost: string | null) =>
      credentialOrigins(provider, settings, key, customHost),
  }
}

function wrongSetting(provider: ProviderAdapter, settings: Settings) {
  const issue = provider.settings.safeParse(settings).error?.issues[0]
  if (issue === undefined) return null
  const param = String(issue.path[0] ?? 'settings')
  return { param, message: `${param}: ${issue.message}.`, hint: `It is a setting of provider ${provider.slug}.` }
}

function missingSetting(provider: ProviderAdapter, settings: Settings, customHost: string | null) {
  try {
    provider.locate({ ...ANY_CALL, customHost }, settings)
    return null
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { param: error.param ?? 'settings', message: error.message, hint: 'Send it along with the key.' }
  }
}
