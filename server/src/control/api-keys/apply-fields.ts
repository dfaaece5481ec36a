/** Applies the fields of a request to a key: null clears a field, an omitted field stays. */

import { type KeyDefaults, NO_DEFAULTS } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import type { ApiKey, RotationPolicy } from '../../core/stores/api-keys.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { changedLimits } from '../limits-wire.ts'
import type { GivenChange } from './api-key-wire.ts'

const DAY_MS = 86_400_000
export const USUAL_TRANSITION_MS = DAY_MS

export type Applying = {
  readonly stores: Stores
  /** Workspace of the default config: the key's own, or the default workspace for an Admin key. */
  readonly workspaceId: string
  readonly nowMs: number
  readonly warn?: (warning: string) => void
}

/** Does not set scopes and allowInference: granting these needs a permission check. */
export async function applyFields(key: ApiKey, given: GivenChange, applying: Applying): Promise<ApiKey> {
  const { nowMs } = applying
  return {
    ...key,
    name: given.name ?? key.name,
    description: given.description === undefined ? key.description : given.description,
    defaults: await changedDefaults(key, given, applying),
    limits: changedLimits(key.limits, given, nowMs),
    alertEmails: given.alert_emails === undefined ? key.alertEmails : (given.alert_emails ?? []),
    expiresAtMs: given.expires_at === undefined ? key.expiresAtMs : future('expires_at', given.expires_at, nowMs),
    rotation: given.rotation_policy === undefined ? key.rotation : policyOf(given.rotation_policy, nowMs),
    updatedAtMs: nowMs,
  }
}

/** Time of the next rotation after a rotation at `nowMs`. */
export function nextRotation(period: RotationPolicy['period'], nowMs: number): number | null {
  if (period === null) return null
  if (period === 'weekly') return nowMs + 7 * DAY_MS
  const next = new Date(nowMs)
  const day = next.getUTCDate()
  next.setUTCMonth(next.getUTCMonth() + 1)
  // May 31 plus one month is June 30, not July 1.
  if (next.getUTCDate() !== day) next.setUTCDate(0)
  return next.getTime()
}

async function changedDefaults(key: ApiKey, given: GivenChange, applying: Applying): Promise<KeyDefaults> {
  const { defaults: before } = key
  const { defaults } = given
  if (defaults === undefined) return before
  if (defaults === null) return NO_DEFAULTS
  const { metadata, config_id: configId, allow_config_override: allowsOverride } = defaults
  const { configSlug, configGiven } = before
  const kept = { configSlug, ...(configGiven !== undefined && { configGiven }) }
  return {
    metadata: metadata === undefined ? before.metadata : (metadata ?? {}),
    ...(configId === undefined ? kept : await defaultConfig(key, configId, applying)),
    allowConfigOverride: allowsOverride === undefined ? before.allowConfigOverride : (allowsOverride ?? true),
  }
}

type DefaultConfig = Pick<KeyDefaults, 'configSlug' | 'configGiven'>

/** The default config of an Admin key can be in any workspace, that of a workspace key only in its own workspace. */
async function defaultConfig(key: ApiKey, given: string | null, applying: Applying): Promise<DefaultConfig> {
  if (given === null) return { configSlug: null }
  const { stores, workspaceId } = applying
  const { organisationId } = key
  const own = await stores.configs.find({ organisationId, workspaceId }, given)
  if (own) return { configSlug: own.slug, configGiven: given }
  const other = key.workspaceId === null && (await stores.configs.find({ organisationId, workspaceId: null }, given))
  if (other) {
    applying.warn?.(
      `defaults.config_id: the config is in the workspace ${other.workspaceId}. Requests with this key must send x-gateway-workspace-id: ${other.workspaceId}.`,
    )
    // Stores the id, because another workspace may have a config with the same slug.
    return { configSlug: other.id, configGiven: given }
  }
  throw new GatewayError('invalid_body', {
    param: 'defaults.config_id',
    message:
      key.workspaceId === null
        ? 'defaults.config_id: no config with this id or slug exists.'
        : 'defaults.config_id: no config with this id or slug exists in the key’s workspace.',
    hint: 'GET /v1/configs lists them.',
  })
}

function policyOf(given: (GivenChange['rotation_policy'] & {}) | null, nowMs: number): RotationPolicy | null {
  if (given === null) return null
  const period = given.rotation_period ?? null
  const requested = future('rotation_policy.next_rotation_at', given.next_rotation_at ?? null, nowMs)
  return {
    period,
    nextRotationAtMs: requested ?? nextRotation(period, nowMs),
    transitionMs: given.key_transition_period_ms ?? USUAL_TRANSITION_MS,
  }
}

function future(param: string, text: string | null, nowMs: number): number | null {
  if (text === null) return null
  const ms = Date.parse(text)
  if (ms > nowMs) return ms
  throw new GatewayError('invalid_body', {
    param,
    message: `${param} is in the past.`,
    hint: 'Send a time in the future, or omit the field.',
  })
}
