/** A virtual key being edited, and the request body built from it. */

import { workspaceId } from '../../app/session.ts'
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
import { settingsOf } from './provider-settings.ts'
import type { VirtualKey } from './virtual-key.ts'

export type KeyDraft = {
  readonly provider: string
  readonly key: string
  readonly settings: Readonly<Record<string, string>>
  readonly customHost: string
  readonly name: string
  readonly slug: string
  readonly note: string
  readonly budget: BudgetDraft
  readonly rates: readonly RateDraft[]
  readonly expires: string
}

export const NEW_KEY: KeyDraft = {
  provider: '',
  key: '',
  settings: {},
  customHost: '',
  name: '',
  slug: '',
  note: '',
  budget: NO_BUDGET,
  rates: [],
  expires: '',
}

/** The API never returns secrets. Their inputs start empty, and empty leaves them unchanged. */
export function draftOf(key: VirtualKey): KeyDraft {
  return {
    provider: key.ai_provider_name,
    key: '',
    settings: settingsOf(key),
    customHost: key.custom_host ?? '',
    name: key.name,
    slug: key.slug,
    note: key.note ?? '',
    budget: budgetDraft(key.usage_limits),
    rates: rateDrafts(key.rate_limits),
    expires: dayText(key.expires_at),
  }
}

/** Fields needed to call the provider. */
export function credentialBody(draft: KeyDraft) {
  const settings = Object.entries(draft.settings).filter(([, value]) => value.trim() !== '')
  return {
    provider: draft.provider,
    ...(draft.key.trim() !== '' && { key: draft.key.trim() }),
    ...(draft.customHost.trim() !== '' && { custom_host: draft.customHost.trim() }),
    ...Object.fromEntries(settings),
    workspace_id: workspaceId.value,
  }
}

export function createBody(draft: KeyDraft) {
  return {
    ...credentialBody(draft),
    name: draft.name.trim() || draft.provider,
    ...(draft.slug.trim() !== '' && { slug: draft.slug.trim() }),
    ...sharedBody(draft),
  }
}

/** Only changed fields, so that the audit log shows what changed. */
export function changeBody(draft: KeyDraft, before: VirtualKey): Readonly<Record<string, unknown>> {
  const was = draftOf(before)
  const now: Record<string, unknown> = { name: draft.name.trim(), ...sharedBody(draft), ...hostBody(draft) }
  const then: Record<string, unknown> = { name: was.name, ...sharedBody(was), ...hostBody(was) }
  const changes = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(then[name]))
  for (const [name, value] of Object.entries(draft.settings)) {
    if (value !== (was.settings[name] ?? '')) changes.push([name, value.trim() === '' ? null : value.trim()])
  }
  return Object.fromEntries(changes)
}

function sharedBody(draft: KeyDraft) {
  return {
    note: draft.note.trim() || null,
    usage_limits: budgetBody(draft.budget),
    rate_limits: rateBody(draft.rates),
    expires_at: expiryBody(draft.expires),
  }
}

function hostBody(draft: KeyDraft) {
  return { custom_host: draft.customHost.trim() || null }
}
