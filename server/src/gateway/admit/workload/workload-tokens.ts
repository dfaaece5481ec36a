/** Finds the caller of a JWT. Verified tokens are cached; SQL and the keys of the issuer are needed only on a miss. */

import { LRUCache } from 'lru-cache'
import { type Caller, INFERENCE, NO_DEFAULTS } from '../../../core/caller.ts'
import { GatewayError } from '../../../core/errors.ts'
import type { Awaitable } from '../../../core/ports.ts'
import { atMost } from '../../../core/runtime/at-most.ts'
import { withTimeout } from '../../../core/runtime/with-timeout.ts'
import { ownedLimits } from '../../../core/stores/limits.ts'
import type { Stores } from '../../../core/stores/stores.ts'
import { claimOf, scopesIn, textsOf } from '../../../core/workload/claims.ts'
import { readTokenText, type TokenText } from '../../../core/workload/token-text.ts'
import {
  ISSUER_LABEL,
  MAX_TOKEN_CHARACTERS,
  SUBJECT_LABEL,
  type WorkloadIssuer,
} from '../../../core/workload/workload-issuers.ts'
import { invalid } from './invalid-token.ts'
import type { KeySets } from './key-sets.ts'
import { fits, type VerifiedToken, verifyToken } from './verify-token.ts'

/** Limit of the estimated memory of all verified tokens. */
const MAX_BYTES = 32 * 1_024 * 1_024
const CALLER_BYTES = 2_048
const MAX_ISSUERS = 10_000
const MAX_ISSUER_CHARACTERS = 1_024
/** At most this many issuers verify one token, so that a forged token costs little. */
const MAX_CANDIDATES = 10
const MAX_LABEL_CHARACTERS = 256
const RETRY_AFTER_MS = 2_000

type TokenStores = Pick<Stores, 'workloadIssuers' | 'workloadRevocations' | 'workspaces' | 'organisations'>

export class WorkloadTokens {
  /** By the digest of the whole token. */
  readonly #callers = new LRUCache<string, Caller>({ maxSize: MAX_BYTES, sizeCalculation: estimatedBytes })
  readonly #issuers = new LRUCache<string, readonly WorkloadIssuer[]>(atMost(MAX_ISSUERS))
  /** Verifications in progress: concurrent requests with the same token share one. */
  readonly #verifying = new Map<string, Promise<Caller | undefined>>()
  /** Counts invalidations: a result that was read before the latest invalidation is used once and not cached. */
  #revision = 0

  constructor(
    private readonly stores: TokenStores,
    private readonly keySets: KeySets,
    private readonly terms: {
      /** True if the store has been unreachable for so long that revocations may have been missed. */
      readonly isStale: () => boolean
      readonly lookUpMs: number
      readonly now?: () => number
    },
  ) {}

  /**
   * Undefined if no workload issuer has the `iss` of the token. Throws if the token is invalid. A cached token may be
   * expired.
   */
  find(token: string): Awaitable<Caller | undefined> {
    if (token.length > MAX_TOKEN_CHARACTERS) throw invalid(`is longer than ${MAX_TOKEN_CHARACTERS} characters.`)
    const digest = Bun.SHA256.hash(token, 'base64')
    const known = this.terms.isStale() ? undefined : this.#callers.get(digest)
    return known ?? this.#verifying.get(digest) ?? this.#start(digest, token)
  }

  /** Estimated bytes of the verified tokens in memory. */
  get heldBytes(): number {
    return this.#callers.calculatedSize
  }

  /** Call after a change of a workload issuer, its revocations, or anything that its callers inherit. */
  forgetAll(): void {
    this.#revision++
    this.#verifying.clear()
    this.#callers.clear()
    this.#issuers.clear()
  }

  #start(digest: string, token: string): Promise<Caller | undefined> {
    const running = this.#verify(digest, token).finally(() => {
      if (this.#verifying.get(digest) === running) this.#verifying.delete(digest)
    })
    this.#verifying.set(digest, running)
    return running
  }

  async #verify(digest: string, token: string): Promise<Caller | undefined> {
    const revision = this.#revision
    const text = readTokenText(token)
    if (text === null) throw invalid('is not a JWT: a part of it is no JSON object, or names a member twice.')
    const { iss } = text.claims
    if (typeof iss !== 'string' || iss.length > MAX_ISSUER_CHARACTERS) return undefined
    const issuers = await this.#issuersOf(iss)
    if (issuers.length === 0) return undefined
    const { issuer, verified } = await this.#verifyUnder(issuers, token, text)
    const caller = await this.#callerOf(issuer, verified)
    if (revision === this.#revision) this.#callers.set(digest, caller)
    return caller
  }

  async #issuersOf(iss: string): Promise<readonly WorkloadIssuer[]> {
    const known = this.terms.isStale() ? undefined : this.#issuers.get(iss)
    if (known) return known
    const revision = this.#revision
    const found = await this.#inTime(this.stores.workloadIssuers.enabled(iss))
    if (revision === this.#revision) this.#issuers.set(iss, found)
    return found
  }

  /** The issuer under whose rules the token is valid: of several in an organisation, the oldest. */
  async #verifyUnder(issuers: readonly WorkloadIssuer[], token: string, text: TokenText) {
    const fitting = issuers.filter((issuer) => fits(text, issuer))
    // If none fits, the first issuer verifies the token to provide the error, which names a wrong claim only if the
    // signature is valid.
    const candidates = fitting.length > 0 ? fitting.slice(0, MAX_CANDIDATES) : issuers.slice(0, 1)
    const valid: { issuer: WorkloadIssuer; verified: VerifiedToken }[] = []
    let failure: unknown
    for (const issuer of candidates) {
      const verified = await verifyToken(token, text, issuer, this.keySets, this.#now()).catch((error: unknown) => {
        // For example, the keys of this issuer are unavailable, so we cannot tell whether the token is valid for it.
        if (!isRefusal(error)) throw error
        failure ??= error
        return null
      })
      if (verified === null) continue
      await this.#refuseRevoked(issuer, verified)
      valid.push({ issuer, verified })
    }
    const [first] = valid
    if (first === undefined) throw failure
    // An organisation must not receive the requests of another by configuring the same issuer and audience.
    if (valid.some(({ issuer }) => issuer.organisationId !== first.issuer.organisationId))
      throw invalid('is valid for workload issuers of two organisations. Use different audiences.')
    return first
  }

  async #refuseRevoked(issuer: WorkloadIssuer, { jti, subject }: VerifiedToken): Promise<void> {
    const kind = await this.#inTime(this.stores.workloadRevocations.find(issuer.id, { jti, subject }))
    if (kind === 'jti') throw invalid('has been revoked (claim jti).')
    if (kind === 'subject') throw invalid('has a subject that has been revoked.')
  }

  async #callerOf(issuer: WorkloadIssuer, token: VerifiedToken): Promise<Caller> {
    const { organisationId, settings } = issuer
    const workspace = await this.#workspaceOf(issuer, token)
    const organisation = await this.#inTime(this.stores.organisations.read(organisationId))
    const limits = ownedLimits([
      { kind: 'api_key', id: issuer.id, name: issuer.name, limits: issuer.limits },
      { kind: 'workspace', id: workspace.id, name: workspace.name, limits: workspace.limits },
    ])
    const named = settings.scopeClaim === null ? null : scopesIn(claimOf(token.claims, settings.scopeClaim))
    const scopes = new Set(settings.scopes.filter((scope) => named === null || named.has(scope)))
    const actor = new Bun.CryptoHasher('sha256').update(JSON.stringify([workspace.id, token.subject])).digest('hex')
    return {
      keyId: issuer.id,
      keyName: `${issuer.name}: ${token.subject}`,
      kind: 'workspace',
      organisationId,
      workspaceId: workspace.id,
      scopes,
      allowInference: scopes.has(INFERENCE),
      expiresAtMs: token.expiresAtMs,
      defaults: {
        ...NO_DEFAULTS,
        metadata: { ...organisation.settings.defaultMetadata, ...workspace.defaultMetadata },
      },
      fixedMetadata: labelsOf(issuer, token),
      logBodies: workspace.logBodies ?? organisation.settings.logBodies ?? null,
      ...(limits && { limits }),
      createdBy: issuer.createdBy,
      workload: {
        issuerName: issuer.name,
        subject: token.subject,
        jti: token.jti,
        workspaceSlug: workspace.slug,
        actorId: `${issuer.id}:${actor.slice(0, 32)}`,
      },
    }
  }

  async #workspaceOf({ organisationId, workspaceId, settings }: WorkloadIssuer, { claims }: VerifiedToken) {
    const { workspaceClaim } = settings
    const claim = workspaceClaim === null ? undefined : claimOf(claims, workspaceClaim)
    const named = workspaceId ?? (typeof claim === 'string' && claim !== '' && claim.length <= 128 ? claim : null)
    if (named === null) throw invalid(`has no claim ${workspaceClaim} with the ID or slug of a workspace.`)
    const workspace = await this.#inTime(this.stores.workspaces.find(organisationId, named))
    if (workspace === undefined)
      throw invalid(
        `names a workspace that does not exist${workspaceClaim === null ? '' : ` (claim ${workspaceClaim})`}.`,
      )
    return workspace
  }

  #now(): number {
    return this.terms.now?.() ?? Date.now()
  }

  #inTime<Found>(query: Promise<Found>): Promise<Found> {
    return withTimeout(this.terms.lookUpMs, query).catch((cause: unknown) => {
      throw new GatewayError('store_unavailable', {
        cause,
        message: 'The workload issuer of the token cannot be looked up now.',
        retryAfterMs: RETRY_AFTER_MS,
      })
    })
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof GatewayError && (error.code === 'token_invalid' || error.code === 'token_expired')
}

function labelsOf({ name, settings }: WorkloadIssuer, { subject, claims }: VerifiedToken): Record<string, string> {
  const labels: Record<string, string> = {}
  for (const [label, claim] of Object.entries(settings.metadata)) {
    const texts = textsOf(claimOf(claims, claim))
    if (texts.length > 0) labels[label] = texts.join(',').slice(0, MAX_LABEL_CHARACTERS).toWellFormed()
  }
  return { ...labels, [ISSUER_LABEL]: name, [SUBJECT_LABEL]: subject.slice(0, MAX_LABEL_CHARACTERS).toWellFormed() }
}

function estimatedBytes({ fixedMetadata = {}, defaults }: Caller): number {
  let characters = 0
  for (const labels of [fixedMetadata, defaults.metadata])
    for (const name in labels) characters += name.length + labels[name]!.length
  return CALLER_BYTES + 2 * characters
}
