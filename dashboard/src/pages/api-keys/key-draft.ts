/** An API key being edited, and the request body built from it. */

import {
  type BudgetDraft,
  budgetBody,
  budgetDraft,
  dayText,
  expiryBody,
  NO_BUDGET,
  type RateDraft,
  rateBody,
  rateDrafts,
} from '../../design/limits/limits-draft.ts'
import type { ApiKey, KeyType, Realm } from './api-key.ts'
import { PRESETS } from './presets.ts'

export type KeyDraft = {
  readonly name: string
  readonly description: string
  readonly type: KeyType
  readonly userId: string
  readonly preset: string
  readonly scopes: readonly string[]
  readonly mayInfer: boolean
  readonly expires: string
  readonly budget: BudgetDraft
  readonly rates: readonly RateDraft[]
  readonly config: string
  readonly mayOverride: boolean
  /** One `name=value` per line. */
  readonly metadata: string
  /** One entry per line. */
  readonly certificates: string
}

const SUGGESTED_DAYS = 90

export function inDays(days: number, nowMs = Date.now()): string {
  return dayText(nowMs + days * 86_400_000)
}

export function newKey(realm: Realm, type: KeyType): KeyDraft {
  const [first] = PRESETS[realm]
  return {
    name: '',
    description: '',
    type,
    userId: '',
    preset: first.name,
    scopes: first.scopes === '*' ? [] : first.scopes,
    mayInfer: first.mayInfer,
    expires: inDays(SUGGESTED_DAYS),
    budget: NO_BUDGET,
    rates: [],
    config: '',
    mayOverride: true,
    metadata: '',
    certificates: '',
  }
}

export function draftOf(key: ApiKey): KeyDraft {
  return {
    name: key.name,
    description: key.description ?? '',
    type: key.type,
    userId: key.user_id ?? '',
    preset: 'custom',
    scopes: key.scopes.filter((scope) => scope !== 'completions.write'),
    mayInfer: key.allow_inference,
    expires: dayText(key.expires_at),
    budget: budgetDraft(key.usage_limits),
    rates: rateDrafts(key.rate_limits),
    config: key.defaults.config_id ?? '',
    mayOverride: key.defaults.allow_config_override,
    metadata: Object.entries(key.defaults.metadata)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
    certificates: key.client_certificates.join('\n'),
  }
}

function shared(draft: KeyDraft) {
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    scopes: draft.scopes,
    allow_inference: draft.mayInfer,
    expires_at: expiryBody(draft.expires),
    usage_limits: budgetBody(draft.budget),
    rate_limits: rateBody(draft.rates),
    client_certificates: linesOf(draft.certificates),
    defaults: {
      metadata: metadataOf(draft.metadata),
      config_id: draft.config || null,
      allow_config_override: draft.mayOverride,
    },
  }
}

/** Omits empty fields, so that the displayed request stays short. */
export function createBody(draft: KeyDraft, scope: { readonly workspace_id?: string | undefined }) {
  const {
    description,
    usage_limits,
    rate_limits,
    client_certificates,
    defaults,
    expires_at,
    allow_inference,
    ...must
  } = shared(draft)
  const hasDefaults = Object.keys(defaults.metadata).length > 0 || defaults.config_id || !defaults.allow_config_override
  return {
    ...must,
    ...scope,
    ...(description && { description }),
    ...(!allow_inference && { allow_inference }),
    ...(expires_at && { expires_at }),
    ...(usage_limits && { usage_limits }),
    ...(rate_limits.length > 0 && { rate_limits }),
    ...(client_certificates.length > 0 && { client_certificates }),
    ...(hasDefaults && { defaults }),
    ...(draft.type === 'workspace-user' && draft.userId !== '' && { user_id: draft.userId }),
  }
}

/** Only changed fields, so that the audit log shows what changed. */
export function changeBody(draft: KeyDraft, before: ApiKey): Readonly<Record<string, unknown>> {
  const was: Readonly<Record<string, unknown>> = shared(draftOf(before))
  const changes = Object.entries(shared(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]),
  )
  return Object.fromEntries(changes)
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function metadataOf(text: string): Record<string, string> {
  const lines = linesOf(text)
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      return at === -1 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}
