/** Checks rules of a workload issuer that involve several fields. */

import { INFERENCE } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { isKeyUrl } from '../../core/workload/key-set.ts'
import type { WorkloadIssuer } from '../../core/workload/workload-issuers.ts'
import type { Principal } from '../access/principal.ts'
import { checkInference, checkScopes } from '../api-keys/check-grant.ts'
import { ownKey } from '../api-keys/limit-inheritance.ts'

/** Anyone can get a token of these issuers with any audience, so a claim must identify the owner. */
const PUBLIC_ISSUERS: ReadonlySet<string> = new Set([
  'https://token.actions.githubusercontent.com',
  'https://gitlab.com',
  'https://accounts.google.com',
  'https://app.terraform.io',
  'https://agent.buildkite.com',
])

export function checkIssuer({ issuer, workspaceId, settings }: WorkloadIssuer): void {
  const { jwksUrl, jwks, workspaceClaim, claims } = settings
  if (jwksUrl !== null && jwks !== null) throw wrong('jwks', 'cannot be sent together with jwks_url')
  if (jwksUrl === null && jwks === null && (!isKeyUrl(issuer) || /[?#]/.test(issuer)))
    throw wrong('jwks_url', 'is required unless issuer is an https URL at which OpenID Connect discovery finds it')
  if (workspaceId === null && workspaceClaim === null)
    throw wrong('workspace_claim', 'is required: the issuer belongs to no workspace')
  if (workspaceId !== null && workspaceClaim !== null)
    throw wrong('workspace_claim', 'cannot be sent together with workspace_id')
  const isNarrow = Object.values(claims).some((values) => values.every((value) => value !== '*'))
  if (PUBLIC_ISSUERS.has(issuer.replace(/\/$/, '')) && !isNarrow)
    throw wrong(
      'claims',
      'needs a claim that names your account, such as repository or namespace_path: everyone can get tokens of this issuer',
    )
}

/** Returns the scopes without duplicates. `held`: scopes that the issuer already has. */
export function checkIssuerScopes(
  principal: Principal,
  workspaceId: string | null,
  requested: readonly string[],
  held: readonly string[] = [],
): string[] {
  const wanted = [...new Set(requested)]
  // A key created with a token would stay valid after the token expires.
  const ofKeys = wanted.find((name) => name.includes('_api_keys.'))
  if (ofKeys !== undefined)
    throw new GatewayError('scope_wrong_kind', {
      param: 'scopes',
      message: `A workload issuer cannot hold the scope ${ofKeys.slice(0, 64).toWellFormed()}.`,
      hint: 'Use an API key to manage API keys.',
    })
  const receiver = { type: 'workspace-service', workspaceId } as const
  if (wanted.includes(INFERENCE) && !held.includes(INFERENCE)) checkInference(principal, receiver.type, workspaceId)
  checkScopes(
    principal,
    receiver,
    wanted.filter((name) => name !== INFERENCE),
    held,
  )
  return wanted
}

/** Changing the accepted tokens gives access to all scopes of the issuer: the caller must be able to grant them. */
export async function checkTrust(
  principal: Principal,
  before: WorkloadIssuer,
  after: WorkloadIssuer,
  stores: Stores,
): Promise<void> {
  const { scopes } = after.settings
  const isOther = acceptsOther(before, after)
  if (isOther) checkIssuerScopes(principal, after.workspaceId, scopes)
  if (isOther || scopes.some((name) => !before.settings.scopes.includes(name)))
    await requireLastingCaller(principal, stores)
}

function acceptsOther(before: WorkloadIssuer, after: WorkloadIssuer): boolean {
  if (after.issuer !== before.issuer || (after.isEnabled && !before.isEnabled)) return true
  const rest = { scopes: [], metadata: {} }
  return !Bun.deepEquals({ ...before.settings, ...rest }, { ...after.settings, ...rest })
}

/** Rejects keys with an expiry, limits, an owner or a pending review: the issuer would not have these restrictions. */
export async function requireLastingCaller(principal: Principal, stores: Stores): Promise<void> {
  if (principal.type !== 'api_key') return
  if (principal.holderId !== null) throw notLasting('is a personal key')
  const own = await ownKey(principal, stores)
  if (own === null) return
  if (own.expiresAtMs !== null) throw notLasting('expires')
  if (own.limits.usageLimit !== null) throw notLasting('has a budget')
  if (own.limits.rateLimits.length > 0) throw notLasting('has rate limits')
  if (own.reviewSinceMs !== null) throw notLasting('needs a review')
}

function notLasting(why: string): GatewayError {
  return new GatewayError('scope_missing', {
    message: `This key ${why}, so it cannot create a workload issuer or change which tokens an issuer accepts.`,
    hint: 'Sign in, or use an Admin service key without expiry, budget and rate limits.',
  })
}

function wrong(param: string, what: string): GatewayError {
  return new GatewayError('invalid_body', { param, message: `${param}: ${what}.` })
}
