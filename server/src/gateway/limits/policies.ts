/** Policies: budgets and rate limits that apply to attempts by their facts (key, model, metadata and others). */

import type { Caller } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import type { BudgetTerms, WindowTerms } from '../../core/money/budget-service.ts'
import { budgetTerms, windowTerms } from '../../core/money/budget-terms.ts'
import type { Awaitable } from '../../core/ports.ts'
import {
  type Policy,
  type PolicyCondition,
  type PolicyKey,
  type PolicyStore,
  policyValueKey,
} from '../../core/stores/policies.ts'
import { modelOf, type PlannedAttempt } from './bound-attempt.ts'
import type { Terms } from './compile-limits.ts'

/** The policies of each organisation in memory. The store is queried once, and again after a change. */
export class PolicyCache {
  /** Null: the organisation has none. */
  readonly #known = new Map<string, readonly Policy[] | null>()
  readonly #loading = new Map<string, Promise<readonly Policy[] | null>>()
  #revision = 0

  constructor(private readonly store: Pick<PolicyStore, 'active'>) {}

  of(organisationId: string): Awaitable<readonly Policy[] | null> {
    const known = this.#known.get(organisationId)
    return known === undefined ? this.#load(organisationId) : known
  }

  /** Call after a policy was created, changed or archived. */
  forget(): void {
    this.#revision++
    this.#known.clear()
    this.#loading.clear()
  }

  #load(organisationId: string): Promise<readonly Policy[] | null> {
    const running = this.#loading.get(organisationId)
    if (running) return running
    const loading = this.#read(organisationId, this.#revision).finally(() => {
      if (this.#loading.get(organisationId) === loading) this.#loading.delete(organisationId)
    })
    this.#loading.set(organisationId, loading)
    return loading
  }

  async #read(organisationId: string, revision: number): Promise<readonly Policy[] | null> {
    const found = await this.store.active(organisationId).catch((cause: unknown) => {
      throw new GatewayError('store_unavailable', { cause, message: 'The policies cannot be looked up now.' })
    })
    const policies = found.length > 0 ? found : null
    // A result read before a change must not be cached after it.
    if (revision === this.#revision) this.#known.set(organisationId, policies)
    return policies
  }
}

/** The budgets and rate limit windows of the policies that match an attempt. */
export function policyTerms(policies: readonly Policy[], attempt: PlannedAttempt, caller: Caller): Terms {
  const facts = factsOf(attempt, caller)
  const budgets: BudgetTerms[] = []
  const windows: WindowTerms[] = []
  for (const policy of policies) {
    const value = matchPolicy(policy, facts)
    if (value === null) continue
    const { id, name, organisationId, workspaceId } = policy
    const owner = { holder: { kind: 'policy', id, value }, name: name ?? id, organisationId, workspaceId } as const
    if (policy.kind === 'usage') budgets.push(budgetTerms(owner, policy.limit))
    else windows.push(windowTerms(owner, policy.limit))
  }
  return { budgets, windows }
}

/** The values that conditions compare; null for a value that the attempt does not have. */
export type AttemptFacts = Readonly<Record<Exclude<PolicyKey, `metadata.${string}`>, string | null>> & {
  readonly metadata: Readonly<Record<string, unknown>>
}

function factsOf(attempt: PlannedAttempt, caller: Caller): AttemptFacts {
  const { request, target, virtualKey } = attempt
  return {
    api_key: caller.keyId,
    organisation_id: caller.organisationId,
    workspace_id: caller.workspaceId,
    virtual_key: virtualKey?.slug ?? null,
    provider: target.provider.slug,
    config: request.savedConfig?.slug ?? null,
    prompt: request.prompt?.slug ?? null,
    model: modelOf(attempt),
    metadata: request.options?.metadata ?? {},
  }
}

/** Longer values are replaced by their hash: the name of an account must stay short. */
const MAX_VALUE_LENGTH = 256
const METADATA = 'metadata.'

/** Identifies the account to charge by the values of `groupBy`; null if the policy does not apply. */
export function matchPolicy(policy: Policy, facts: AttemptFacts): string | null {
  if (policy.workspaceId !== null && policy.workspaceId !== facts.workspace_id) return null
  for (const condition of policy.conditions) if (!holds(condition, facts)) return null
  const values: string[] = []
  for (const key of policy.groupBy) {
    const value = factOf(key, facts)
    if (value === null) return null
    values.push(value)
  }
  const whole = policyValueKey(policy.groupBy, values)
  return whole.length <= MAX_VALUE_LENGTH ? whole : `sha256:${Bun.SHA256.hash(whole, 'hex')}`
}

function holds({ key, values, excludes }: PolicyCondition, facts: AttemptFacts): boolean {
  const value = factOf(key, facts)
  if (value === null) return false
  const isIncluded = values === '*' || values.some((one) => isSame(key, one, value, facts))
  return isIncluded && !excludes.some((one) => isSame(key, one, value, facts))
}

function factOf(key: PolicyKey, facts: AttemptFacts): string | null {
  if (!isMetadata(key)) return facts[key]
  const name = key.slice(METADATA.length)
  const value = Object.hasOwn(facts.metadata, name) ? facts.metadata[name] : undefined
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isMetadata(key: PolicyKey): key is `metadata.${string}` {
  return key.startsWith(METADATA)
}

/** A model matches by its bare name, as `@virtual-key/model` or `@provider/model`, or by the wildcard `@virtual-key/*`. */
function isSame(key: PolicyKey, written: string, value: string, { virtual_key, provider }: AttemptFacts): boolean {
  if (key !== 'model' || !written.startsWith('@')) return written === value || written === '*'
  return [virtual_key, provider].some(
    (owner) => owner !== null && (written === `@${owner}/${value}` || written === `@${owner}/*`),
  )
}
