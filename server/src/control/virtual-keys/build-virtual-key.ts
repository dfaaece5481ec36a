/** Builds a virtual key from a create or update request. */

import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { Vault } from '../../core/stores/stores.ts'
import type { CredentialText, StoredCredential, VirtualKey } from '../../core/stores/virtual-keys.ts'
import type { Principal } from '../access/principal.ts'
import type { OperationCall } from '../endpoint.ts'
import { changedLimits } from '../limits-wire.ts'
import { newSlug } from '../slug.ts'
import { checkOrigins, type OriginChange, sentSecrets } from './credential-origins.ts'
import { checkAmbientIdentity, checkCredential, isMask, openCredential, sealCredential } from './credentials.ts'
import { accountOfIntegration } from './find-virtual-key.ts'
import type { ProviderForm, ProviderForms, VirtualKeyDependencies } from './ports.ts'
import { type GivenSettings, readSettings, requireForm, withChanges } from './read-settings.ts'
import { checkReferences, type Saver } from './secret-references.ts'
import type { virtualKeySchemas } from './virtual-key-wire.ts'

type Schemas = ReturnType<typeof virtualKeySchemas>
export type Created = z.infer<Schemas['created']>
export type Changed = z.infer<Schemas['changed']>

const SHARED = ['name', 'note', 'usage_limits', 'rate_limits', 'expires_at', 'secret_mappings', 'workspace_id']
const CREATED: ReadonlySet<string> = new Set([...SHARED, 'provider', 'key', 'keys', 'slug', 'id'])
const CHANGED: ReadonlySet<string> = new Set([...SHARED, 'provider', 'key', 'status', 'reset_usage', 'integration_id'])
const KEY_FIELDS: ReadonlySet<string> = new Set(['key', 'weight', 'status', 'workspace_id'])

/** The input for building a virtual key or the account of an integration. */
type Building<Body> = Pick<OperationCall<unknown, Body>, 'body' | 'principal' | 'nowMs'> & {
  /** The workspace whose secret references are allowed; null: the organisation. Default: that of the virtual key. */
  readonly ownerId?: string | null
}

export function newVirtualKey(
  call: Building<Created> & { readonly workspaceId: string },
  { forms, vault, references }: VirtualKeyDependencies,
): VirtualKey {
  const { body, principal, workspaceId, nowMs, ownerId = workspaceId } = call
  const form = requireForm(forms, body.provider)
  const given = readSettings(body, CREATED, form)
  const home = { id: body.id ?? Bun.randomUUIDv7(), workspaceId }
  const settings = withChanges({}, given.open)
  const customHost = readHost(forms, given.customHost ?? null)
  const credentials = givenTexts(body, given, form).map(({ text, weight, path }) => {
    checkAmbientIdentity(principal, form, { ...settings, ...text.settings })
    checkCredential(form, settings, text, customHost, path)
    const checked = checkReferences(text, null, { principal, workspaceId: ownerId, references }, path)
    return sealCredential(vault, home, checked, {
      id: Bun.randomUUIDv7(),
      weight,
      isDisabled: false,
      createdAtMs: nowMs,
    })
  })
  if (credentials.length === 0) {
    checkAmbientIdentity(principal, form, settings)
    checkCredential(form, settings, { key: null, settings: {} }, customHost)
  }
  return {
    ...home,
    organisationId: principal.organisationId,
    slug: body.slug ?? newSlug(null, body.name),
    name: body.name,
    note: body.note ?? null,
    provider: form.slug,
    settings,
    settingNames: shownNames({}, given.names, settings, customHost),
    customHost,
    isHostTrusted: customHost !== null && principal.isTrusted,
    isDisabled: false,
    limits: changedLimits(NO_LIMITS, body, nowMs),
    expiresAtMs: readExpiry(body.expires_at, nowMs) ?? null,
    credentials,
    integration: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}

/** The names under which clients sent the settings, only for settings that have a value. */
function shownNames(
  before: VirtualKey['settingNames'],
  given: VirtualKey['settingNames'],
  settings: VirtualKey['settings'],
  customHost: string | null,
): VirtualKey['settingNames'] {
  const isShown = (name: string) => (name === 'custom_host' ? customHost !== null : Object.hasOwn(settings, name))
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([name]) => isShown(name)))
}

/** `path`: prefix of error parameters, such as `keys[0].`. */
type GivenText = { readonly text: CredentialText; readonly weight: number; readonly path: string }

function givenTexts(body: Created, given: GivenSettings, form: ProviderForm): GivenText[] {
  const shared = withChanges({}, given.secret)
  if (body.keys === undefined) {
    const isEmpty = body.key === undefined && Object.keys(shared).length === 0
    return isEmpty ? [] : [{ text: { key: body.key ?? null, settings: shared }, weight: 1, path: '' }]
  }
  if (body.key !== undefined) {
    throw new GatewayError('invalid_body', { param: 'keys', message: 'keys: send either key or keys, not both.' })
  }
  return body.keys.map((one, i) => {
    const own = secretsOf(one, form, `keys[${i}].`)
    const text = { key: one.key ?? null, settings: withChanges(shared, own) }
    return { text, weight: one.weight ?? 1, path: `keys[${i}].` }
  })
}

/** The secret settings of one provider key. Other settings belong to the virtual key: all its keys share an account. */
export function secretsOf(
  body: Readonly<Record<string, unknown>>,
  form: ProviderForm,
  path = '',
): GivenSettings['secret'] {
  const { open, secret, customHost } = readSettings(body, KEY_FIELDS, form)
  const stray = customHost === undefined ? Object.keys(open)[0] : 'custom_host'
  if (stray === undefined) return secret
  throw new GatewayError('invalid_body', {
    param: path + stray,
    message: `${path}${stray}: this setting belongs to the virtual key, not to one of its keys.`,
    hint: 'Set it on the virtual key. Create another virtual key for keys of another host or account.',
  })
}

export function changedVirtualKey(
  call: Building<Changed>,
  before: VirtualKey,
  workshop: VirtualKeyDependencies,
): { readonly after: VirtualKey; readonly originChange: OriginChange | null } {
  const { body, principal, nowMs, ownerId = before.workspaceId } = call
  const { forms, references } = workshop
  const form = requireForm(forms, before.provider)
  if (body.provider !== undefined && forms.find(body.provider)?.slug !== before.provider) {
    throw new GatewayError('invalid_body', {
      param: 'provider',
      message: `provider: cannot be changed; this virtual key is for ${before.provider}.`,
      hint: 'Create another virtual key for the other provider.',
    })
  }
  refuseOtherIntegration(body.integration_id, before)
  const given = readSettings(body, CHANGED, form)
  const customHost = given.customHost === undefined ? before.customHost : readHost(forms, given.customHost)
  const expiresAtMs = readExpiry(body.expires_at, nowMs)
  const settings = withChanges(before.settings, given.open)
  const changed: VirtualKey = {
    ...before,
    name: body.name ?? before.name,
    note: body.note === undefined ? before.note : body.note,
    settings,
    settingNames: shownNames(before.settingNames, given.names, settings, customHost),
    customHost,
    // The trust depends on who set the host, so it only changes together with the host.
    isHostTrusted: customHost === before.customHost ? before.isHostTrusted : customHost !== null && principal.isTrusted,
    isDisabled: body.status === undefined ? before.isDisabled : body.status === 'archived',
    limits: changedLimits(before.limits, body, nowMs),
    expiresAtMs: expiresAtMs === undefined ? before.expiresAtMs : expiresAtMs,
    updatedAtMs: nowMs,
  }
  if (before.integration !== null) {
    refuseAccountChange(body.key, given, before)
    return { after: { ...changed, credentials: before.credentials }, originChange: null }
  }
  const saver: Saver = { principal, workspaceId: ownerId, references }
  const credentials = changedCredentials(changed, body.key, given.secret, form, workshop, saver, nowMs)
  const after = { ...changed, credentials }
  if (body.key !== undefined || given.customHost !== undefined || hasChanges(given)) {
    for (const account of [before, after]) checkAccount(principal, form, account, workshop)
  }
  const sent = sentSecrets(body.key, given.secret, before.credentials)
  return { after, originChange: checkOrigins(principal, before, after, sent, workshop) }
}

function hasChanges({ open, secret }: GivenSettings): boolean {
  return Object.keys(open).length + Object.keys(secret).length > 0
}

function checkAccount(
  principal: Principal,
  form: ProviderForm,
  key: VirtualKey,
  { vault }: Pick<VirtualKeyDependencies, 'vault'>,
): void {
  const own = key.credentials.map((credential) => openCredential(vault, key, credential).settings)
  for (const secrets of own.length === 0 ? [{}] : own)
    checkAmbientIdentity(principal, form, { ...key.settings, ...secrets })
}

function refuseOtherIntegration(given: string | null | undefined, { integration }: VirtualKey): void {
  const isKept =
    integration === null
      ? given === null
      : [integration.id, integration.slug, integration.givenId].includes(given ?? '')
  if (given === undefined || isKept) return
  throw new GatewayError('invalid_body', {
    param: 'integration_id',
    message: 'integration_id: cannot be changed.',
    hint: 'Create a provider for the other integration with POST /v1/providers.',
  })
}

/** The account belongs to the integration and cannot be changed here. Values that a client sends back are accepted. */
function refuseAccountChange(
  key: string | undefined,
  { open, secret, customHost }: GivenSettings,
  before: VirtualKey,
): void {
  const isKept = key === undefined || (isMask(key) && before.credentials.some(({ hint }) => hint === key))
  const settings = Object.keys(open).filter((name) => open[name] !== (before.settings[name] ?? null))
  const secrets = Object.keys(secret).filter((name) => secret[name] !== null && !isMask(secret[name]!))
  const isHostKept = customHost === undefined || customHost === before.customHost
  const changed = [...(isKept ? [] : ['key']), ...settings, ...secrets, ...(isHostKept ? [] : ['custom_host'])][0]
  if (changed !== undefined) throw accountOfIntegration(before, changed)
}

function changedCredentials(
  key: VirtualKey,
  given: string | undefined,
  secrets: GivenSettings['secret'],
  form: ProviderForm,
  { vault }: VirtualKeyDependencies,
  saver: Saver,
  nowMs: number,
): readonly StoredCredential[] {
  const [only, another] = key.credentials
  const isChange = given !== undefined || Object.keys(secrets).length > 0
  if (isChange && another !== undefined) {
    throw new GatewayError('invalid_body', {
      param: given === undefined ? Object.keys(secrets)[0]! : 'key',
      message: 'key: this virtual key has several provider keys, so it is unclear which one to change.',
      hint: `Use PUT /v1/virtual-keys/${key.slug}/keys/{key_id}.`,
    })
  }
  if (only === undefined) {
    const text = checkReferences({ key: given ?? null, settings: withChanges({}, secrets) }, null, saver)
    checkCredential(form, key.settings, text, key.customHost)
    if (!isChange) return []
    return [
      sealCredential(vault, key, text, { id: Bun.randomUUIDv7(), weight: 1, isDisabled: false, createdAtMs: nowMs }),
    ]
  }
  const changed = key.credentials.map((credential) => changedCredential(vault, key, credential, given, secrets, saver))
  // Unchanged keys are checked too, because they may not work with the new settings or host.
  for (const credential of changed)
    checkCredential(form, key.settings, openCredential(vault, key, credential), key.customHost)
  return changed
}

/** Encrypts the credential again only if it changed. A mask or reference that is sent back keeps the stored secret. */
export function changedCredential(
  vault: Vault,
  home: VirtualKey,
  before: StoredCredential,
  given: string | undefined,
  secrets: GivenSettings['secret'],
  saver: Saver,
): StoredCredential {
  const isKept = given === before.references?.['key'] || (given === before.hint && isMask(given))
  const key = isKept ? undefined : given
  const sent = Object.entries(secrets).filter(
    ([name, value]) => value === null || !(isMask(value) || value === before.references?.[name]),
  )
  if (key === undefined && sent.length === 0) return before
  const text = openCredential(vault, home, before)
  const settings = withChanges(text.settings, Object.fromEntries(sent))
  return sealCredential(vault, home, checkReferences({ key: key ?? text.key, settings }, text, saver), before)
}

function readHost(forms: ProviderForms, text: string | null): string | null {
  if (text === null) return null
  const host = forms.readHost(text)
  if (host !== null) return host
  throw new GatewayError('custom_host_invalid', {
    param: 'custom_host',
    message: 'custom_host: not a valid base URL.',
  })
}

export function readExpiry(given: string | null | undefined, nowMs: number): number | null | undefined {
  if (given === null || given === undefined) return given
  const expiresAtMs = Date.parse(given)
  if (expiresAtMs > nowMs) return expiresAtMs
  throw new GatewayError('invalid_body', { param: 'expires_at', message: 'expires_at: must be in the future.' })
}
