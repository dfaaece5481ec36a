/** Whether a policy applies to a call, and to whose account of it (contract 4.9). */

import { type Policy, type PolicyCondition, type PolicyKey, policyValueKey } from '../../core/stores/policies.ts'

/** What a call can be told by; null where it has no such thing. */
export type CallFacts = Readonly<Record<Exclude<PolicyKey, `metadata.${string}`>, string | null>> & {
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Longer values stand for themselves by their hash: an account's name must stay short. */
const MAX_VALUE_LENGTH = 256
const METADATA = 'metadata.'

/** The value key of the account; null when the policy does not apply. */
export function matchPolicy(policy: Policy, facts: CallFacts): string | null {
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

function holds({ key, values, excludes }: PolicyCondition, facts: CallFacts): boolean {
  const value = factOf(key, facts)
  if (value === null) return false
  const isMeant = values === '*' || values.some((one) => isSame(key, one, value, facts))
  return isMeant && !excludes.some((one) => isSame(key, one, value, facts))
}

function factOf(key: PolicyKey, facts: CallFacts): string | null {
  if (!isMetadata(key)) return facts[key]
  const name = key.slice(METADATA.length)
  const value = Object.hasOwn(facts.metadata, name) ? facts.metadata[name] : undefined
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isMetadata(key: PolicyKey): key is `metadata.${string}` {
  return key.startsWith(METADATA)
}

/** A model is meant by its bare name, as `@virtual-key/model`, or with all others as `@virtual-key/*`. */
function isSame(key: PolicyKey, written: string, value: string, { virtual_key, provider }: CallFacts): boolean {
  if (key !== 'model' || !written.startsWith('@')) return written === value || written === '*'
  return [virtual_key, provider].some(
    (owner) => owner !== null && (written === `@${owner}/${value}` || written === `@${owner}/*`),
  )
}
