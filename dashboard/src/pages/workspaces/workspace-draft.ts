/** A workspace being edited, and the request body of its changes. */

import { INHERITED_KEEPING, type KeepingDraft, keepingBody, keepingDraft } from '../../design/forms/keeping-fields.tsx'
import { type MetadataDraft, metadataBody, metadataDraft } from '../../design/forms/metadata-fields.tsx'
import type { DefaultGuardrails } from '../../design/guardrails/default-guardrails.tsx'
import {
  type BudgetDraft,
  budgetBody,
  budgetDraft,
  NO_BUDGET,
  type RateDraft,
  rateBody,
  rateDrafts,
} from '../../design/limits/limits-draft.ts'
import type { WorkspaceRow } from './workspace.ts'

export type WorkspaceDraft = {
  readonly name: string
  /** Only for a new workspace. */
  readonly slug: string
  readonly description: string
  readonly budget: BudgetDraft
  readonly rates: readonly RateDraft[]
  readonly isReset: boolean
  /** Slug; empty: none. */
  readonly config: string
  readonly metadata: MetadataDraft
  readonly guardrails: DefaultGuardrails
  readonly keeping: KeepingDraft
}

export const NEW_WORKSPACE: WorkspaceDraft = {
  name: '',
  slug: '',
  description: '',
  budget: NO_BUDGET,
  rates: [],
  isReset: false,
  config: '',
  metadata: [],
  guardrails: { input_guardrails: [], output_guardrails: [] },
  keeping: INHERITED_KEEPING,
}

export function draftOf(workspace: WorkspaceRow): WorkspaceDraft {
  return {
    name: workspace.name,
    slug: workspace.slug,
    description: workspace.description ?? '',
    budget: budgetDraft(workspace.usage_limits[0] ?? null),
    rates: rateDrafts(workspace.rate_limits),
    isReset: false,
    config: workspace.defaults.config_id ?? '',
    metadata: metadataDraft(workspace.defaults.metadata),
    guardrails: {
      input_guardrails: workspace.defaults.input_guardrails,
      output_guardrails: workspace.defaults.output_guardrails,
    },
    keeping: keepingDraft(workspace),
  }
}

export function bodyOf(draft: WorkspaceDraft) {
  return {
    name: draft.name,
    description: draft.description.trim() === '' ? null : draft.description,
    usage_limits: budgetBody(draft.budget),
    rate_limits: rateBody(draft.rates),
    defaults: {
      config_id: draft.config === '' ? null : draft.config,
      metadata: metadataBody(draft.metadata),
      ...draft.guardrails,
    },
    ...keepingBody(draft.keeping),
    reset_usage: draft.isReset,
  }
}

type Body = Readonly<Record<string, unknown>>

/** Only changed fields are sent: another user may be editing the others. */
export function changesOf(before: Body, after: Body): Body {
  const changed = Object.entries(after).filter(([name, value]) => !isSame(before[name], value))
  return Object.fromEntries(changed)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
