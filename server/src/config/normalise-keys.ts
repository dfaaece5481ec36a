/** Copies a config with canonical key names, without prototypes and within fixed limits. */

import { isObject } from '../core/json.ts'
import { canonicalName, snakeCase } from '../core/setting-names.ts'
import { SERVICE_ACCOUNT_SETTING } from '../providers/vertex-ai/account-key.ts'
import { CHECK_KEYS, ENTRY_KEYS, GUARDRAIL_LISTS } from './guardrails/guardrail-keys.ts'
import { type Path, type Problems, quote } from './problems.ts'
import { IGNORED_KEYS, KNOWN_KEYS, UNSUPPORTED_KEYS } from './schema.ts'
import { MAX_JSON_DEPTH } from './strict-json.ts'

export const MAX_CONFIG_BYTES = 64 * 1024
/** Checked before the schema, which would report every invalid item or key of a huge list or object. */
const MAX_LIST = 512
const MAX_KEYS = 128

/** Names below these keys belong to the provider or the query and are not changed. */
const VERBATIM: ReadonlySet<string> = new Set(['override_params', 'default_params', 'query', 'metadata'])

/** Names that are normalised. Any other name is left as written: check ids in a guardrail, unknown keys in a check. */
const GUARDRAIL_KEYS: Readonly<Record<'guardrail' | 'check', ReadonlySet<string>>> = {
  guardrail: new Set(ENTRY_KEYS),
  check: new Set(CHECK_KEYS),
}

/** Whose key names an object uses: a config's, a guardrail's, a check's, or arbitrary names (`verbatim`). */
type Mode = 'config' | 'guardrail' | 'check' | 'verbatim'

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(KNOWN_KEYS).flat(),
  ...UNSUPPORTED_KEYS,
  ...Object.keys(IGNORED_KEYS),
])

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['circuit_breaker', 'cb_config'],
  ['sticky_session', 'sticky'],
  ['authorization', 'Authorization'],
  ['_authorization', 'Authorization'],
])

/** Unknown names are not changed, so that errors show the caller's spelling. */
function canonicalKey(name: string): string {
  const canonical = canonicalName(name)
  const key = ALIASES.get(canonical) ?? canonical
  return KNOWN.has(key) ? key : name
}

/** The canonical name of a member, and the mode of its value. */
function memberOf(name: string, mode: Mode): readonly [key: string, mode: Mode] {
  if (mode === 'verbatim') return [name, mode]
  if (mode === 'config') {
    const key = canonicalKey(name)
    return [key, Object.hasOwn(GUARDRAIL_LISTS, key) ? 'guardrail' : VERBATIM.has(key) ? 'verbatim' : 'config']
  }
  const key = snakeCase(name)
  if (!GUARDRAIL_KEYS[mode].has(key)) return [name, 'verbatim']
  return [key, key === 'checks' ? 'check' : 'verbatim']
}

export function normaliseKeys(value: unknown, problems: Problems): unknown {
  return new Copier(problems).copy(value, 'config')
}

class Copier {
  readonly #problems: Problems
  readonly #path: (string | number)[] = []
  #sizeBytes = 0

  constructor(problems: Problems) {
    this.#problems = problems
  }

  copy(value: unknown, mode: Mode): unknown {
    this.#count(typeof value === 'string' ? value.length + 2 : 1)
    if (typeof value === 'string') this.#checkText(value)
    if (typeof value === 'number' && !Number.isFinite(value))
      this.#problems.add(this.#here(), 'the number is too large.')
    if (typeof value !== 'object' || value === null) return value
    // Checked before recursing, so that nesting cannot overflow the stack.
    if (this.#path.length >= MAX_JSON_DEPTH) this.#problems.fail([], `nested more than ${MAX_JSON_DEPTH} levels deep.`)
    return Array.isArray(value) ? this.#copyList(value, mode) : this.#copyObject(value, mode)
  }

  #copyList(list: readonly unknown[], mode: Mode): unknown[] {
    if (mode !== 'verbatim' && list.length > MAX_LIST) {
      this.#problems.fail(this.#here(), `has ${list.length} items, at most ${MAX_LIST} are allowed.`)
    }
    const result: unknown[] = []
    for (let i = 0; i < list.length; i++) {
      this.#path.push(i)
      result.push(this.copy(list[i], mode))
      this.#path.pop()
    }
    return result
  }

  #copyObject(object: object, mode: Mode): Record<string, unknown> {
    const result: Record<string, unknown> = Object.create(null)
    const entries = Object.entries(object)
    if (mode !== 'verbatim' && entries.length > MAX_KEYS) {
      this.#problems.fail(this.#here(), `has ${entries.length} keys, at most ${MAX_KEYS} are allowed.`)
    }
    for (const [name, member] of entries) {
      this.#path.push(name)
      this.#count(name.length + 3)
      this.#checkText(name)
      const [key, inner] = memberOf(name, mode)
      if (mode !== 'config' && name === '__proto__') this.#problems.add(this.#here(), 'this name is not allowed.')
      const copied = mode === 'config' ? this.#copyMember(key, member, inner) : this.copy(member, inner)
      if (!Object.hasOwn(result, key)) result[key] = copied
      else if (!Bun.deepEquals(result[key], copied)) {
        this.#problems.add(
          this.#here(),
          `${quote(name)} is another spelling of ${quote(key)}, given with another value.`,
        )
      }
      this.#path.pop()
    }
    return result
  }

  #copyMember(key: string, member: unknown, mode: Mode): unknown {
    // Portkey's documentation writes the service account key as an object. The setting contains it as text.
    if (key === SERVICE_ACCOUNT_SETTING && isObject(member)) return JSON.stringify(this.copy(member, 'verbatim'))
    // `cache: "simple"` is short for `cache: {mode: "simple"}`.
    const isShort = key === 'cache' && typeof member === 'string'
    return this.copy(isShort ? { mode: member } : member, mode)
  }

  /** PostgreSQL cannot store NUL, and UTF-8 cannot encode an unpaired surrogate. */
  #checkText(text: string): void {
    if (text.includes('\u0000') || !text.isWellFormed()) {
      this.#problems.add(this.#here(), 'contains a NUL character or an unpaired surrogate.')
    }
  }

  #count(sizeBytes: number): void {
    this.#sizeBytes += sizeBytes
    if (this.#sizeBytes > MAX_CONFIG_BYTES) this.#problems.fail([], `is larger than ${MAX_CONFIG_BYTES / 1024} KiB.`)
  }

  #here(): Path {
    return [...this.#path]
  }
}
