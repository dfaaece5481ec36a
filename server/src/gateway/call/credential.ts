/** What an attempt calls with: credential, settings and host, resolved anew each time so that rotation is immediate. */

import type { Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import { keysIn } from '../../core/headers.ts'
import type { Awaitable } from '../../core/ports.ts'
import { Secret } from '../../core/secret.ts'
import type { SendTerms } from '../../egress/send.ts'
import type { Credential, Settings } from '../../providers/adapter.ts'
import type { Exchange } from '../exchange.ts'
import type { LiveCredential, LiveVirtualKey } from '../stored/live-virtual-key.ts'
import type { VirtualKeys } from '../stored/virtual-keys.ts'

const NONE: ReadonlySet<string> = new Set()

export type Access = {
  readonly credential: Credential | null
  readonly settings: Settings
  readonly customHost: string | null
  readonly terms: SendTerms
  /** What of it a virtual key gave; null when none is behind. */
  readonly stored: { readonly key: LiveVirtualKey; readonly chosen: LiveCredential | null } | null
}

/** What the first call of an attempt by virtual key goes out with. */
export function storedAccess(exchange: Exchange, target: Target, virtualKeys: VirtualKeys): Awaitable<Access> {
  const found = virtualKeys.find(exchange.caller?.workspaceId ?? '', slugOf(target))
  const open = (key: LiveVirtualKey | undefined) => {
    checkUsable(key, target)
    return accessBy(target, key, choose(exchange, target, key, virtualKeys.rota, NONE))
  }
  // A key in memory answers at once: a promise would cost more than the look-up.
  return found instanceof Promise ? found.then(open) : open(found)
}

/** What takes over when the provider refused credentials of a virtual key; null when no other is left to try. */
export async function otherAccess(
  exchange: Exchange,
  target: Target,
  virtualKeys: VirtualKeys,
  tried: ReadonlySet<string>,
): Promise<Access | null> {
  if (target.credential.kind !== 'virtual_key') return null
  const key = await virtualKeys.find(exchange.caller?.workspaceId ?? '', target.credential.slug)
  checkUsable(key, target)
  const chosen = choose(exchange, target, key, virtualKeys.rota, tried)
  return chosen && accessBy(target, key, chosen)
}

/** Without a virtual key: the credential stands in the request or in the config. */
export function ownAccess(exchange: Exchange, target: Target): Access {
  const { settings, customHost, isHostTrusted } = target
  const trustedOrigin = isHostTrusted && customHost !== null ? originOf(customHost) : null
  return {
    credential: ownCredential(exchange, target),
    settings,
    customHost,
    // The caller's own credential is the caller's to guard.
    terms: {
      hasStoredCredential: target.savedIn !== null && target.credential.kind !== 'caller',
      trustedOrigin,
      connectTimeoutMs: target.connectTimeoutMs,
    },
    stored: null,
  }
}

function ownCredential(exchange: Exchange, target: Target): Credential | null {
  const ref = target.credential
  if (ref.kind === 'inline') return { secret: ref.secret }
  if (ref.kind !== 'caller') return null
  const { headers } = exchange.incoming
  const [value] = keysIn(headers)
  if (value !== undefined) return { secret: new Secret(value) }
  if (target.provider.needsCredential && headers['authorization'] === undefined) {
    throw new GatewayError('credential_missing', {
      param: 'authorization',
      message: `Provider ${target.provider.slug} needs a credential and the request has none.`,
    })
  }
  return null
}

function accessBy(target: Target, key: LiveVirtualKey, chosen: LiveCredential | null): Access {
  const { settings, customHost, isHostTrusted } = key
  const trustedOrigin = isHostTrusted && customHost !== null ? originOf(customHost) : null
  return {
    credential: chosen?.secret ? { secret: chosen.secret } : null,
    settings: chosen ? { ...settings, ...chosen.settings } : settings,
    // The request's or the config's own, if it names one: whether the credential may go there is asked of the address.
    customHost: target.customHost ?? customHost,
    terms: { hasStoredCredential: true, trustedOrigin, connectTimeoutMs: target.connectTimeoutMs },
    stored: { key, chosen },
  }
}

function choose(
  exchange: Exchange,
  target: Target,
  { credentials }: LiveVirtualKey,
  rota: VirtualKeys['rota'],
  tried: ReadonlySet<string>,
): LiveCredential | null {
  const [only, another] = credentials
  if (another === undefined) return only === undefined || tried.has(only.rotaId) ? null : only
  const members = credentials.map(({ rotaId, weight }) => ({ id: rotaId, weight }))
  const turn = rota.choose(members, tried, performance.now(), Math.random())
  if (turn === null) return null
  const chosen = credentials[turn.index]!
  exchange.decide('credential', target.configPath, `${chosen.hint}: ${turn.reason}`)
  return chosen
}

function slugOf({ credential }: Target): string {
  return credential.kind === 'virtual_key' ? credential.slug : ''
}

function checkUsable(key: LiveVirtualKey | undefined, target: Target): asserts key is LiveVirtualKey {
  const name = slugOf(target).slice(0, 64)
  // A key of the same name but for another provider was made after the plan: the plan's own is gone.
  if (key === undefined || key.provider !== target.provider.slug) {
    throw new GatewayError('virtual_key_unknown', {
      param: target.configPath,
      message: `No virtual key "${name}" exists in this workspace.`,
    })
  }
  if (key.isDisabled) {
    throw new GatewayError('virtual_key_disabled', {
      param: target.configPath,
      message: `The virtual key "${name}" is switched off.`,
    })
  }
  if (key.expiresAtMs !== null && key.expiresAtMs <= Date.now()) {
    throw new GatewayError('virtual_key_expired', {
      param: target.configPath,
      message: `The virtual key "${name}" expired at ${new Date(key.expiresAtMs).toISOString()}.`,
    })
  }
}

/** `https://host:8443` of a base URL or an address. */
export function originOf(url: string): string {
  const slash = url.indexOf('/', 8)
  return slash < 0 ? url : url.slice(0, slash)
}

/**
 * Tells credentials apart without holding them: part of cache keys and circuit identities. A virtual key is itself,
 * whichever of its provider keys serves.
 */
export function fingerprint(exchange: Exchange, target: Target, virtualKeys: Pick<VirtualKeys, 'peek'> | null): string {
  const ref = target.credential
  if (ref.kind === 'virtual_key') {
    return `virtual key ${virtualKeys?.peek(exchange.caller?.workspaceId ?? '', ref.slug)?.id ?? ref.slug}`
  }
  const credential = ownCredential(exchange, target)
  // A scheme of the caller's own (Basic, a signature) is its credential too.
  const secret = credential?.secret.reveal() ?? exchange.incoming.headers['authorization'] ?? ''
  return Bun.CryptoHasher.hash('sha256', `${secret}\0${JSON.stringify(target.settings)}`, 'base64')
}
