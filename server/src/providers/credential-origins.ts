/** The origins a credential is sent to: the provider's own and its token services. */

import { GatewayError } from '../core/errors.ts'
import type { Call, ProviderAdapter, Settings } from './adapter.ts'

/** A call that every provider can build a URL for if its settings are complete. */
export const ANY_CALL: Omit<Call, 'customHost'> = {
  endpoint: 'proxy',
  path: '/',
  search: '',
  model: null,
  isStream: false,
  body: null,
}

/** Null if the settings do not determine a URL. */
export function originOfProvider(
  provider: ProviderAdapter,
  settings: Settings,
  customHost: string | null,
): string | null {
  try {
    return new URL(provider.locate({ ...ANY_CALL, customHost }, settings)).origin
  } catch (error) {
    if (error instanceof GatewayError) return null
    throw error
  }
}

/** In a fixed order. `key` is the credential itself: a service account key names its own token service. */
export function credentialOrigins(
  provider: ProviderAdapter,
  settings: Settings,
  key: string | null,
  customHost: string | null,
): readonly string[] {
  const own = originOfProvider(provider, settings, customHost)
  const others = (provider.tokenServices?.(settings, key) ?? []).map((url) => new URL(url).origin)
  return [...new Set([...(own === null ? [] : [own]), ...others])].sort()
}
