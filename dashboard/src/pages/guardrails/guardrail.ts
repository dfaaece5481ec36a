/** Saved guardrails in the admin API, and their calls. */

import { api } from '../../api/client.ts'
import { can, isOrganisationAdmin, workspaceId } from '../../app/session.ts'
import type { HookResults } from '../../design/guardrails/hook-results.ts'

export type Parameters = Readonly<Record<string, unknown>>

export type GuardrailCheck = {
  readonly id: string
  readonly name?: string | null
  readonly parameters?: Parameters
  readonly is_enabled?: boolean
}

type Feedback = {
  readonly feedback: {
    readonly value: number
    readonly weight?: number
    readonly metadata?: unknown
  }
}

export type GuardrailActions = {
  readonly deny?: boolean
  readonly async?: boolean
  readonly sequential?: boolean
  readonly soft_deny?: boolean
  readonly shadow?: boolean
  readonly fail_on_error?: boolean | null
  readonly strip_scaffolding?: boolean
  readonly messages?: 'all' | 'last' | null
  readonly on_success?: Feedback | null
  readonly on_fail?: Feedback | null
}

/** A guardrail in the list. */
export type GuardrailRow = {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** Null: belongs to the organisation; all workspaces can use it. */
  readonly workspace_id: string | null
  readonly version_id: string
  readonly version: number
  readonly created_at: string
  readonly last_updated_at: string
}

export type Guardrail = GuardrailRow & {
  readonly checks: readonly GuardrailCheck[]
  readonly actions: GuardrailActions
}

export type GuardrailVersion = {
  readonly version_id: string
  readonly version: number
  readonly created_by_name: string | null
  readonly created_at: string
  readonly checks: readonly GuardrailCheck[]
  readonly actions: GuardrailActions
}

/** A row of the catalogue of checks. `parameters` is a JSON schema. */
export type CheckKind = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly directions: readonly ('input' | 'output')[]
  readonly parameters: ParameterSchema
}

export type ParameterSchema = {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly items?: ParameterSchema
  readonly properties?: Readonly<Record<string, ParameterSchema>>
  readonly required?: readonly string[]
  readonly maxLength?: number
  readonly anyOf?: readonly ParameterSchema[]
}

export type TestResult = {
  readonly status: number
  readonly hook_results: HookResults
  /** Null: a body was tested. */
  readonly text: string | null
  readonly body: unknown
  /** Where checks found something in the text that was sent. */
  readonly matches: readonly TextMatch[]
}

export type TextMatch = {
  readonly check: string
  readonly label: string
  readonly start: number
  readonly end: number
}

export type Counts = {
  readonly runs: number
  readonly passed: number
  readonly failed: number
  readonly denied: number
  readonly would_deny: number
  readonly errors: number
  readonly transformed: number
  readonly skipped: number
}

export type Report = Counts & {
  readonly median_duration: number | null
  readonly p99_duration: number | null
  readonly requests: number
  readonly fail_share: number | null
  readonly deny_share: number | null
  readonly sampled: number
  readonly is_partial: boolean
  readonly checks: readonly {
    readonly check: string
    readonly failed: number
    readonly errors: number
    readonly labels: Readonly<Record<string, number>>
  }[]
  readonly examples: readonly Example[]
}

export type Example = {
  readonly log_id: string
  readonly created_at: string
  readonly direction: 'input' | 'output'
  readonly verdict: string
  readonly ai_model: string | null
  readonly status_code: number
  readonly failed_checks: readonly string[]
  readonly errors: readonly { readonly check: string; readonly message: string }[]
  readonly matches: readonly {
    readonly check: string
    readonly label: string
    readonly masked: string
    readonly where: string
  }[]
}

export type Runs = Counts & {
  readonly guardrail: string
  readonly median_duration: number | null
  readonly p99_duration: number | null
  readonly data_points: readonly (Counts & { readonly timestamp: string; readonly is_partial: boolean })[]
}

export function guardrailPath(slug: string): string {
  return `/guardrails/${encodeURIComponent(slug)}`
}

export function placeQuery(): { readonly workspace_id: string | undefined } {
  return { workspace_id: workspaceId.value }
}

export function mayCreate(): boolean {
  return can('guardrails.create')
}

/** Guardrails of the organisation need a permission of their own. */
export function mayChange({ workspace_id: workspace }: GuardrailRow, verb: 'update' | 'delete'): boolean {
  return workspace === null
    ? isOrganisationAdmin.value || can(`organisation_guardrails.${verb}`)
    : can(`guardrails.${verb}`)
}

export async function loadGuardrails(signal: AbortSignal): Promise<readonly GuardrailRow[]> {
  const query = { ...placeQuery(), page_size: 1000 }
  return (await api.get<{ data: readonly GuardrailRow[] }>('/guardrails', { query, signal })).data
}

export async function loadCheckKinds(signal: AbortSignal): Promise<readonly CheckKind[]> {
  return (await api.get<{ data: readonly CheckKind[] }>('/guardrails/checks', { signal })).data
}

/** `deny · async`: what happens if a check fails. */
export function actionWords(actions: GuardrailActions): string {
  const words = [
    actions.shadow ? 'shadow' : actions.deny ? (actions.soft_deny ? 'soft deny' : 'deny') : 'report',
    ...(actions.async ? ['async'] : []),
    ...(actions.sequential ? ['sequential'] : []),
  ]
  return words.join(' · ')
}
