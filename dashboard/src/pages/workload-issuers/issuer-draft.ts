/** The state of the workload issuer form, and the request body built from it. */

import {
  type BudgetDraft,
  budgetBody,
  budgetDraft,
  type RateDraft,
  rateBody,
  rateDrafts,
} from '../../design/limits/limits-draft.ts'
import type { WorkloadIssuer } from './workload-issuer.ts'

export type KeySource = 'discovery' | 'url' | 'inline'

export type Draft = {
  readonly name: string
  readonly enabled: boolean
  readonly issuer: string
  readonly source: KeySource
  readonly jwksUrl: string
  readonly jwks: string
  readonly audiences: string
  readonly algorithms: string
  readonly lifetime: string
  readonly claims: string
  readonly subjectClaim: string
  /** Empty: the claim names the workspace. */
  readonly workspaceId: string
  readonly workspaceClaim: string
  readonly scopes: string
  readonly scopeClaim: string
  readonly metadata: string
  readonly budget: BudgetDraft
  readonly rates: readonly RateDraft[]
  readonly isReset: boolean
}

export function draftOf(issuer: WorkloadIssuer | null, workspaceId: string): Draft {
  return {
    name: issuer?.name ?? '',
    enabled: issuer?.enabled ?? true,
    issuer: issuer?.issuer ?? '',
    source: issuer?.jwks ? 'inline' : issuer?.jwks_url ? 'url' : 'discovery',
    jwksUrl: issuer?.jwks_url ?? '',
    jwks: issuer?.jwks ? JSON.stringify(issuer.jwks, null, 2) : '',
    audiences: issuer?.audiences.join('\n') ?? '',
    algorithms: issuer?.algorithms.join(', ') ?? 'RS256, ES256',
    lifetime: String(issuer?.max_lifetime_seconds ?? 86_400),
    claims: Object.entries(issuer?.claims ?? {})
      .flatMap(([name, values]) => values.map((value) => `${name} = ${value}`))
      .join('\n'),
    subjectClaim: issuer?.subject_claim ?? 'sub',
    workspaceId: issuer ? (issuer.workspace_id ?? '') : workspaceId,
    workspaceClaim: issuer?.workspace_claim ?? '',
    scopes: issuer?.scopes.join('\n') ?? 'completions.write',
    scopeClaim: issuer?.scope_claim ?? '',
    metadata: Object.entries(issuer?.metadata ?? {})
      .map(([label, claim]) => `${label} = ${claim}`)
      .join('\n'),
    budget: budgetDraft(issuer?.usage_limits ?? null),
    rates: rateDrafts(issuer?.rate_limits ?? []),
    isReset: false,
  }
}

/** Without the workspace, which is sent only when an issuer is created. */
export function bodyOf(draft: Draft): Record<string, unknown> {
  return {
    name: draft.name.trim(),
    enabled: draft.enabled,
    issuer: draft.issuer.trim(),
    jwks_url: draft.source === 'url' ? draft.jwksUrl.trim() : null,
    jwks: draft.source === 'inline' ? keysIn(draft.jwks) : null,
    audiences: wordsOf(draft.audiences),
    algorithms: wordsOf(draft.algorithms),
    max_lifetime_seconds: Number(draft.lifetime),
    claims: claimsIn(draft.claims),
    subject_claim: draft.subjectClaim.trim(),
    ...(draft.workspaceId === '' && { workspace_claim: draft.workspaceClaim.trim() || null }),
    scopes: wordsOf(draft.scopes),
    scope_claim: draft.scopeClaim.trim() || null,
    metadata: Object.fromEntries(pairsIn(draft.metadata)),
    usage_limits: budgetBody(draft.budget),
    rate_limits: rateBody(draft.rates),
    ...(draft.isReset && { reset_usage: true }),
  }
}

/** Text that is not JSON is sent unchanged, so that the gateway reports the error. */
function keysIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Several lines with the same claim are alternative values: one must match. */
function claimsIn(text: string): Record<string, string[]> {
  const claims: Record<string, string[]> = {}
  for (const [name, value] of pairsIn(text)) claims[name] = [...(claims[name] ?? []), value]
  return claims
}

/** One `name = value` per line. A line without `=` is a name with an empty value, which the gateway refuses. */
function pairsIn(text: string): (readonly [string, string])[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const at = line.indexOf('=')
    return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
  })
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}
