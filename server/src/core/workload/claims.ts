/** Reads claims of a token and compares them with the rules of a workload issuer. */

import { isObject, type JsonObject } from '../json.ts'

/**
 * The claim with this name, or for a name that starts with `/` the value at this JSON Pointer (RFC 6901):
 * `/kubernetes.io/namespace`. Claim names contain dots and slashes, so no other separator is unambiguous.
 */
export function claimOf(claims: JsonObject, name: string): unknown {
  if (!name.startsWith('/')) return Object.hasOwn(claims, name) ? claims[name] : undefined
  let value: unknown = claims
  for (const part of name.slice(1).split('/')) {
    const member = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isObject(value) || !Object.hasOwn(value, member)) return undefined
    value = value[member]
  }
  return value
}

/** The claim as texts: a string, number or boolean, or all of these in a list. Other values are skipped. */
export function textsOf(claim: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  return values.filter(isScalar).map(String)
}

function matchesClaim(claim: unknown, patterns: readonly string[]): boolean {
  return textsOf(claim).some((text) => patterns.some((pattern) => matchesPattern(text, pattern)))
}

/** The first claim that no pattern of its rule matches; null if all rules are met. */
export function unmetRule(claims: JsonObject, rules: Readonly<Record<string, readonly string[]>>): string | null {
  for (const name of Object.keys(rules)) {
    if (!matchesClaim(claimOf(claims, name), rules[name] ?? [])) return name
  }
  return null
}

/** Scopes are separated by spaces (RFC 8693), or are a list. Portkey’s tokens write `portkey.` before each. */
export function scopesIn(claim: unknown): ReadonlySet<string> {
  const texts = typeof claim === 'string' ? claim.split(' ') : textsOf(claim)
  return new Set(texts.map((text) => text.replace(/^(?:gatehouse|portkey)\./, '')))
}

function matchesPattern(text: string, pattern: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
