/**
 * The credential, settings and host of an attempt. Resolved for each attempt, so that a rotation takes effect at once.
 */

import { carriesCredential, needsKey } from '../../config/check-rules.ts'
import type { Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import { type HeaderMap, keysIn } from '../../core/headers.ts'
import type { Awaitable } from '../../core/ports.ts'
import { originOf } from '../../core/request-url.ts'
import { Secret } from '../../core/secret.ts'
import type { SecretReferences } from '../../core/secrets/secret-references.ts'
import { keyRefusal } from '../../core/stores/virtual-keys.ts'
import type { SendTerms } from '../../egress/send.ts'
import type { Credential, Outgoing, Settings } from '../../providers/adapter.ts'
import { KEYLESS } from '../../providers/place-credential.ts'
import type { Journal } from '../journal.ts'
import type { AttemptOutcome } from '../plan/run-plan.ts'
import type { Outbound } from '../request.ts'
import type { LiveCredential, LiveVirtualKey, VirtualKeys } from '../stored/virtual-keys.ts'
import { bufferResponse, type ProviderResponse, retryAfterMs } from './provider-response.ts'
import { type ResolvedCredential, renewValues, resolveCredential, withRevisions } from './secret-values.ts'

export type Access = {
  readonly credential: Credential | null
  readonly settings: Settings
  /** Headers of the stored credential; null for none. */
  readonly headers: HeaderMap | null
  readonly customHost: string | null
  readonly terms: SendTerms
  /** The virtual key of the credential, and the provider key chosen from it; null without a virtual key. */
  readonly stored: StoredAccess | null
}

type StoredAccess = {
  readonly key: LiveVirtualKey
  readonly chosen: LiveCredential | null
  /** The values of the secret references of `chosen`; null for none. */
  readonly values: ResolvedCredential['values'] | null
}

/** The ports that resolve the credentials of virtual keys. */
export type CredentialPorts = {
  readonly virtualKeys: Pick<VirtualKeys, 'find' | 'peek' | 'rotation'>
  readonly references: SecretReferences
}

const NONE_TRIED: ReadonlySet<string> = new Set()

/** The access for the first attempt at a target. */
export function accessFor(request: Outbound, target: Target, ports: CredentialPorts): Awaitable<Access> {
  const { credential } = target
  return credential.kind === 'virtual_key'
    ? keyAccess(request, target, credential.slug, ports)
    : ownAccess(request, target)
}

async function keyAccess(request: Outbound, target: Target, slug: string, ports: CredentialPorts): Promise<Access> {
  const key = await ports.virtualKeys.find(request.caller.workspaceId, slug)
  checkUsable(key, slug, target)
  return storedAccess(target, key, choose(request.journal, target, key, ports, NONE_TRIED), ports)
}

/** Without a virtual key: the credential is in the request or in the config. */
function ownAccess(request: Outbound, target: Target): Access {
  const { settings, customHost, isHostTrusted } = target
  const trustedOrigin = isHostTrusted && customHost !== null ? originOf(customHost) : null
  return {
    credential: ownCredential(request, target),
    settings,
    headers: null,
    customHost,
    terms: {
      // Callers decide themselves where their own credential is sent.
      hasStoredCredential: target.savedIn !== null && target.credential.kind !== 'caller',
      trustedOrigin,
      connectTimeoutMs: target.connectTimeoutMs,
    },
    stored: null,
  }
}

function ownCredential({ head }: Pick<Outbound, 'head'>, target: Target): Credential | null {
  const ref = target.credential
  if (ref.kind === 'inline') return { secret: ref.secret }
  if (ref.kind === 'none') return isKeyless(target) ? KEYLESS : null
  if (ref.kind !== 'caller') return null
  const { headers } = head
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

/** True if the config was accepted without a credential because of its custom host, and its settings contain none. */
function isKeyless({ provider, settings, customHost }: Target): boolean {
  return customHost !== null && provider.needsCredential && !needsKey(provider, true) && !carriesCredential(settings)
}

/** Synchronous if the credential has no secret references. */
function storedAccess(
  target: Target,
  key: LiveVirtualKey,
  chosen: LiveCredential | null,
  { references }: CredentialPorts,
): Awaitable<Access> {
  if (chosen === null || chosen.references === null) return accessWith(target, key, chosen, chosen, null)
  return resolveCredential(chosen, chosen.references, target.provider, references).then(({ credential, values }) =>
    // A new value of a secret changes the rotation id, so the id is known only after the values are read.
    accessWith(target, key, withRevisions(chosen, references), credential, values),
  )
}

/** `opened`: the chosen credential with the values of its references. */
function accessWith(
  target: Target,
  key: LiveVirtualKey,
  chosen: LiveCredential | null,
  opened: LiveCredential | null,
  values: StoredAccess['values'],
): Access {
  const { settings, customHost, isHostTrusted } = key
  const trustedOrigin = isHostTrusted && customHost !== null ? originOf(customHost) : null
  return {
    credential: opened?.secret ? { secret: opened.secret } : null,
    settings: opened ? { ...settings, ...opened.settings } : settings,
    headers: opened?.headers ?? null,
    // `prepare` checks whether the stored credential may be sent to a host that the request or config names.
    customHost: target.customHost ?? customHost,
    terms: { hasStoredCredential: true, trustedOrigin, connectTimeoutMs: target.connectTimeoutMs },
    stored: { key, chosen, values },
  }
}

function choose(
  journal: Journal,
  target: Target,
  { credentials }: LiveVirtualKey,
  { virtualKeys, references }: CredentialPorts,
  tried: ReadonlySet<string>,
): LiveCredential | null {
  const [only, another] = credentials
  if (another === undefined) return only === undefined || tried.has(only.rotationId) ? null : only
  const members = credentials.map((one) => ({ id: withRevisions(one, references).rotationId, weight: one.weight }))
  const choice = virtualKeys.rotation.choose(members, tried, performance.now(), Math.random())
  if (choice === null) return null
  const chosen = credentials[choice.index]!
  journal.decide('credential', target.configPath, `${chosen.hint}: ${choice.reason}`)
  return chosen
}

export function checkUsable(
  key: LiveVirtualKey | undefined,
  slug: string,
  target: Target,
): asserts key is LiveVirtualKey {
  const name = slug.slice(0, 64)
  // If the provider differs, the planned key was deleted, and another key was created with the same slug.
  if (key === undefined || key.provider !== target.provider.slug) {
    throw new GatewayError('virtual_key_unknown', {
      param: target.configPath,
      message: `No virtual key "${name}" exists in this workspace.`,
    })
  }
  const code = keyRefusal(key, Date.now())
  if (code === null) return
  const messages = {
    virtual_key_disabled: `The virtual key "${name}" is disabled.`,
    integration_not_allowed: `This workspace has no access to the integration "${key.integration?.slug}", which the virtual key "${name}" uses.`,
    virtual_key_expired: `The virtual key "${name}" expired at ${new Date(key.expiresAtMs ?? 0).toISOString()}.`,
  }
  throw new GatewayError(code, { param: target.configPath, message: messages[code] })
}

/** True for a status after which another provider key of the virtual key is tried. */
export function isRotated(status: number): boolean {
  return status === 401 || status === 429
}

/** True if the virtual key has another provider key to rotate to. */
export function canRotate({ stored }: Access): boolean {
  return (stored?.key.credentials.length ?? 0) > 1
}

/** A provider may reject a cached access token before it expires. True if the request is sent once more with a new token. */
export function retryWithNewToken(
  { journal, connection, body }: Outbound,
  target: Target,
  outcome: AttemptOutcome<ProviderResponse>,
  { discardToken }: Pick<Outgoing, 'discardToken'>,
  { maxAttempts }: { readonly maxAttempts: number },
): boolean {
  if (discardToken === undefined || outcome.kind !== 'answered' || outcome.isLocal || outcome.status !== 401)
    return false
  discardToken()
  if (connection.hasLeft || !body.isReplayable || journal.attempts.length >= maxAttempts) return false
  journal.decide('credential', target.configPath, 'the access token was rejected (401); a new one is requested')
  void bufferResponse(outcome.response)
  return true
}

/** The access with new secret values, if the provider rejected the current ones and the secret store has changed. */
export async function accessWithNewSecret(
  { journal, connection, body }: Outbound,
  target: Target,
  outcome: AttemptOutcome<ProviderResponse>,
  { key, chosen, values }: StoredAccess,
  ports: CredentialPorts & { readonly maxAttempts: number },
): Promise<Access | null> {
  if (!chosen || !values || outcome.kind !== 'answered' || outcome.isLocal || outcome.status !== 401) return null
  if (!(await renewValues(values, ports.references))) return null
  if (connection.hasLeft || !body.isReplayable || journal.attempts.length >= ports.maxAttempts) return null
  const credential = key.credentials.find(({ id }) => id === chosen.id) ?? null
  const access = await Promise.resolve(storedAccess(target, key, credential, ports)).catch(() => null)
  if (access === null) return null
  journal.decide('credential', target.configPath, 'the secret was rejected (401); its store has a new value')
  void bufferResponse(outcome.response)
  return access
}

/**
 * The provider key to try next, after the provider refused the one in `stored`. This is not a retry. Null if no other
 * key is tried: the outcome is final. Adds the refused key to `tried`.
 */
export async function nextAccess(
  { journal, connection, caller, body }: Outbound,
  target: Target,
  outcome: AttemptOutcome<ProviderResponse>,
  stored: StoredAccess,
  tried: Set<string>,
  ports: CredentialPorts & { readonly maxAttempts: number },
): Promise<Access | null> {
  const { virtualKeys, maxAttempts } = ports
  const { chosen } = stored
  if (!chosen || outcome.kind !== 'answered' || outcome.isLocal) return null
  const { status, response } = outcome
  const { rotation } = virtualKeys
  if (!isRotated(status)) {
    rotation.resume(chosen.rotationId)
    return null
  }
  const { key } = stored
  if (key.credentials.length < 2) return null
  rotation.pause(chosen.rotationId, status === 401 ? 'rejected' : 'limited', retryAfterMs(response), performance.now())
  tried.add(chosen.rotationId)
  if (connection.hasLeft || !body.isReplayable) return null
  const next = await otherKey(journal, caller.workspaceId, target, ports, tried)
  if (next === null) return null
  if (journal.attempts.length >= maxAttempts) {
    const reason = `${maxAttempts} upstream requests were sent, so no other credential is tried`
    journal.decide('call_limit', target.configPath, reason)
    return null
  }
  const why = status === 401 ? 'rejected (401), paused until it is replaced' : 'rate limited (429), paused'
  journal.decide('credential', target.configPath, `${chosen.hint}: ${why}; ${next.stored?.chosen?.hint} takes over`)
  // Reading the response to its end, in the background, makes its connection reusable.
  void bufferResponse(response)
  return next
}

/** Null if no provider key is left to try, or if the virtual key has since been deleted or disabled. */
async function otherKey(
  journal: Journal,
  workspaceId: string,
  target: Target,
  ports: CredentialPorts,
  tried: ReadonlySet<string>,
): Promise<Access | null> {
  if (target.credential.kind !== 'virtual_key') return null
  const { slug } = target.credential
  try {
    const key = await ports.virtualKeys.find(workspaceId, slug)
    checkUsable(key, slug, target)
    const chosen = choose(journal, target, key, ports, tried)
    return chosen && (await storedAccess(target, key, chosen, ports))
  } catch {
    return null
  }
}

/**
 * Distinguishes credentials without revealing them, for cache keys and circuits. A virtual key has one fingerprint,
 * whichever of its provider keys serves.
 */
export function fingerprint(
  { head, caller }: Pick<Outbound, 'head' | 'caller'>,
  target: Target,
  virtualKeys: Pick<VirtualKeys, 'peek'> | null,
): string {
  const ref = target.credential
  if (ref.kind === 'virtual_key')
    return `virtual key ${virtualKeys?.peek(caller.workspaceId, ref.slug)?.id ?? ref.slug}`
  const credential = ownCredential({ head }, target)
  // A caller may authenticate by another scheme (Basic, a signature): that header is its credential too.
  const own = credential === KEYLESS ? null : credential
  const secret = own?.secret.reveal() ?? head.headers['authorization'] ?? ''
  return Bun.CryptoHasher.hash('sha256', `${secret}\0${JSON.stringify(target.settings)}`, 'base64')
}
