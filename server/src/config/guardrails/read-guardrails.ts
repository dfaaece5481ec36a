/** Reads the guardrail lists of a config: names of saved guardrails, hooks with their checks, and the short form. */

import type { JsonObject } from '../../core/body/json-text.ts'
import {
  type CheckSpec,
  DEFAULT_ACTIONS,
  type Direction,
  type FeedbackSpec,
  type GuardrailActions,
  type GuardrailSource,
  type GuardrailSpec,
} from '../../core/guardrails/guardrails.ts'
import { isObject } from '../../core/json.ts'
import { didYouMean } from '../../core/suggest.ts'
import { got, type Path, pathText, quote } from '../problems.ts'
import type { ConfigObject } from '../schema.ts'
import {
  CHECK_KEYS,
  ENTRY_KEYS,
  FEEDBACK_KEYS,
  fullCheckId,
  GUARDRAIL_LISTS,
  type GuardrailList,
  LIST_NAMES,
  MAX_CHECKS,
  MAX_ENTRIES,
  MUTATOR_LISTS,
} from './guardrail-keys.ts'

/** An entry of a list: an inline guardrail, or the name of a saved guardrail and the actions that the entry changes. */
export type GuardrailEntry = { readonly path: Path } & (
  | { readonly kind: 'inline'; readonly spec: GuardrailSpec; readonly checkPaths: readonly CheckPath[] }
  | {
      readonly kind: 'saved'
      /** Slug or id. */
      readonly name: string
      readonly versionId: string | null
      readonly changes: Partial<GuardrailActions>
    }
)

export type InlineEntry = GuardrailEntry & { readonly kind: 'inline' }

/** Config paths of a check and of its parameters; equal in the short form. */
export type CheckPath = { readonly check: Path; readonly parameters: Path }

type ReadCheck = { readonly spec: CheckSpec; readonly at: CheckPath }

/** `isUnsupported`: the entry is valid, but uses a feature that the gateway does not have. */
export type Report = (path: Path, problem: string, isUnsupported?: boolean) => void

type Members = Readonly<Record<string, unknown>>

const ENTRY_FORM =
  'the id of a saved guardrail, or an object such as {"default.contains": {"words": ["x"]}, "deny": true}'
const NAME_LENGTH = 256
/** The feedback that Portkey writes if only `feedback: {}` is given. */
const SUCCESS_VALUE = 5
const FAIL_VALUE = -5
const ENTRY_KEY_SET: ReadonlySet<string> = new Set(ENTRY_KEYS)
/** Checks that only change the text. */
const MUTATORS: ReadonlySet<string> = new Set(['default.regexReplace', 'default.addPrefix'])
const FLAGS = {
  deny: 'deny',
  async: 'async',
  sequential: 'sequential',
  soft_deny: 'softDeny',
  shadow: 'shadow',
  strip_scaffolding: 'stripScaffolding',
} as const satisfies Record<string, keyof GuardrailActions>

/** The entries of one side of a config, in the order in which they run; null if the config has no list of that side. */
export function readSide(
  config: Readonly<Partial<Record<GuardrailList, unknown>>>,
  side: Direction,
  path: Path,
  report: Report,
): readonly GuardrailEntry[] | null {
  const given = LIST_NAMES.filter((name) => GUARDRAIL_LISTS[name] === side && config[name] !== undefined)
  if (given.length === 0) return null
  return given.flatMap((name) => readList(config[name], [...path, name], 'config', MUTATOR_LISTS.has(name), report))
}

export function readList(
  list: unknown,
  path: Path,
  source: GuardrailSource,
  areMutators: boolean,
  report: Report,
): readonly GuardrailEntry[] {
  if (!Array.isArray(list)) {
    report(path, `expected a list of guardrails, ${got(path, list)}.`)
    return []
  }
  if (list.length > MAX_ENTRIES) {
    report(path, `has ${list.length} guardrails, at most ${MAX_ENTRIES} are allowed.`)
    return []
  }
  return list.flatMap((item, i) => {
    const entry = new EntryReader([...path, i], source, report).read(item)
    if (entry === null) return []
    if (areMutators) reportOthers(entry, report)
    return [entry]
  })
}

function reportOthers(entry: GuardrailEntry, report: Report): void {
  const other = entry.kind === 'inline' ? entry.spec.checks.find(({ id }) => !MUTATORS.has(id)) : undefined
  if (other !== undefined)
    report(entry.path, `${quote(other.id)} changes no text; mutators are ${[...MUTATORS].join(' and ')}.`, true)
}

class EntryReader {
  constructor(
    private readonly path: Path,
    private readonly source: GuardrailSource,
    private readonly report: Report,
  ) {}

  read(item: unknown): GuardrailEntry | null {
    const { path } = this
    if (typeof item === 'string') return this.#named(item, {}, {})
    if (!isObject(item)) return this.#refuse([], `expected ${ENTRY_FORM}, ${got(path, item)}.`)
    const type = item['type']
    if (type !== undefined && type !== 'guardrail' && type !== 'mutator')
      return this.#refuse(['type'], `expected "guardrail" or "mutator", ${got([...path, 'type'], type)}.`)
    if (item['credentials'] !== undefined) return this.#refuseCredentials()
    const changes = this.#actions(item)
    const shorts = Object.keys(item).filter((key) => !ENTRY_KEY_SET.has(key))
    if (item['checks'] === undefined && shorts.length === 0) return this.#named(item['id'], item, changes)
    if (item['guardrail_version_id'] !== undefined)
      return this.#refuse(
        ['guardrail_version_id'],
        'has an effect for saved guardrails only; remove it, or the checks.',
      )
    const checks = [...this.#checks(item['checks']), ...shorts.flatMap((key) => this.#short(key, item[key]))]
    if (checks.length > MAX_CHECKS)
      return this.#refuse([], `has ${checks.length} checks, at most ${MAX_CHECKS} are allowed.`)
    const id = item['id'] ?? item['name'] ?? pathText(path)
    if (typeof id !== 'string' || id === '' || id.length > NAME_LENGTH)
      return this.#refuse(['id'], `expected a string of 1 to ${NAME_LENGTH} characters, ${got([...path, 'id'], id)}.`)
    const actions = { ...DEFAULT_ACTIONS, ...changes }
    const spec = { id, versionId: null, source: this.source, checks: checks.map((check) => check.spec), actions }
    return { kind: 'inline', path, spec, checkPaths: checks.map((check) => check.at) }
  }

  #named(name: unknown, item: Members, changes: Partial<GuardrailActions>): GuardrailEntry | null {
    const { path } = this
    if (name === undefined) return this.#refuse([], `names no check and no saved guardrail; give ${ENTRY_FORM}.`)
    if (typeof name !== 'string' || name.trim() === '' || name.length > NAME_LENGTH)
      return this.#refuse([], `expected ${ENTRY_FORM}, ${got(path, name)}.`)
    const version = item['guardrail_version_id'] ?? null
    if (version !== null && (typeof version !== 'string' || version === '' || version.length > NAME_LENGTH)) {
      const at = [...path, 'guardrail_version_id']
      return this.#refuse(['guardrail_version_id'], `expected the id of a version, ${got(at, version)}.`)
    }
    return { kind: 'saved', path, name: name.trim(), versionId: version, changes }
  }

  #checks(list: unknown): readonly ReadCheck[] {
    if (list === undefined) return []
    const at = [...this.path, 'checks']
    if (!Array.isArray(list) || list.length === 0 || list.length > MAX_CHECKS) {
      this.#refuse(['checks'], `expected a list of 1 to ${MAX_CHECKS} checks, ${got(at, list)}.`)
      return []
    }
    return list.flatMap((check: unknown, i) => this.#check(check, ['checks', i]))
  }

  #check(check: unknown, at: Path): readonly ReadCheck[] {
    const path = [...this.path, ...at]
    if (!isObject(check)) {
      this.#refuse(at, `expected a check such as {"id": "default.regexMatch", "parameters": {}}, ${got(path, check)}.`)
      return []
    }
    this.#refuseUnknown(check, CHECK_KEYS, at)
    const { id, parameters = {}, is_enabled: isEnabled = true } = check
    if (typeof id !== 'string' || id === '' || id.length > NAME_LENGTH)
      this.#refuse([...at, 'id'], `expected the id of a check, ${got([...path, 'id'], id)}.`)
    else if (!isObject(parameters))
      this.#refuse([...at, 'parameters'], `expected an object, ${got([...path, 'parameters'], parameters)}.`)
    else if (typeof isEnabled !== 'boolean')
      this.#refuse([...at, 'is_enabled'], `expected true or false, ${got([...path, 'is_enabled'], isEnabled)}.`)
    else {
      const spec = { id: fullCheckId(id), parameters: canonicalParameters(id, parameters), isEnabled }
      return [{ spec, at: { check: path, parameters: [...path, 'parameters'] } }]
    }
    return []
  }

  /** `"default.contains": {"words": ["x"]}`: the id of a check with its parameters. */
  #short(key: string, value: unknown): readonly ReadCheck[] {
    const path = [...this.path, key]
    if (!isObject(value)) {
      const near = didYouMean(key, ENTRY_KEYS)
      const what = `${got(path, value)}.${near === '' ? ` Keys of a guardrail: ${ENTRY_KEYS.join(', ')}.` : near}`
      this.#refuse([key], `expected the parameters of check ${quote(fullCheckId(key))} as an object, ${what}`)
      return []
    }
    const { is_enabled: isEnabled = true, ...parameters } = value
    const spec = { id: fullCheckId(key), parameters: canonicalParameters(key, parameters) }
    if (typeof isEnabled === 'boolean') return [{ spec: { ...spec, isEnabled }, at: { check: path, parameters: path } }]
    this.#refuse([key, 'is_enabled'], `expected true or false, ${got(path, isEnabled)}.`)
    return []
  }

  /** Only the actions that the entry sets. */
  #actions(item: Members): Partial<GuardrailActions> {
    const actions: { -readonly [Key in keyof GuardrailActions]?: GuardrailActions[Key] } = {}
    for (const [key, name] of Object.entries(FLAGS)) {
      const value = item[key]
      if (value !== undefined && this.#isFlag(key, value)) actions[name] = value
    }
    const failOnError = item['fail_on_error']
    if (failOnError !== undefined && (failOnError === null || this.#isFlag('fail_on_error', failOnError)))
      actions.failOnError = failOnError
    const { messages } = item
    if (messages === 'all' || messages === 'last' || messages === null) actions.messages = messages
    else if (messages !== undefined)
      this.#refuse(['messages'], `expected "all" or "last", ${got([...this.path, 'messages'], messages)}.`)
    const success = this.#feedback(item, 'on_success', SUCCESS_VALUE)
    if (success !== undefined) actions.onSuccess = success
    const isTwice = item['on_fail'] !== undefined && item['on_failure'] !== undefined
    if (isTwice && !Bun.deepEquals(item['on_fail'], item['on_failure']))
      this.#refuse(['on_failure'], 'is another spelling of on_fail, given with another value.')
    const fail = this.#feedback(item, item['on_fail'] === undefined ? 'on_failure' : 'on_fail', FAIL_VALUE)
    if (fail !== undefined) actions.onFail = fail
    return actions
  }

  #isFlag(key: string, value: unknown): value is boolean {
    if (typeof value === 'boolean') return true
    this.#refuse([key], `expected true or false, ${got([...this.path, key], value)}.`)
    return false
  }

  /** Undefined if the key is absent or invalid; null if it turns feedback off. */
  #feedback(item: Members, key: string, byDefault: number): FeedbackSpec | null | undefined {
    const action = item[key]
    if (action === undefined) return undefined
    if (action === null) return null
    const path = [...this.path, key]
    if (!isObject(action)) {
      this.#refuse([key], `expected an object with feedback, ${got(path, action)}.`)
      return undefined
    }
    this.#refuseUnknown(action, ['feedback'], [key])
    const { feedback = null } = action
    if (feedback === null) return null
    if (!isObject(feedback)) {
      this.#refuse([key, 'feedback'], `expected an object with value and weight, ${got(path, feedback)}.`)
      return undefined
    }
    this.#refuseUnknown(feedback, FEEDBACK_KEYS, [key, 'feedback'])
    const { value = byDefault, weight = 1, metadata } = feedback
    if (typeof value !== 'number' || !Number.isInteger(value) || value < -10 || value > 10)
      this.#refuse([key, 'feedback', 'value'], `expected an integer from -10 to 10, ${got(path, value)}.`)
    else if (typeof weight !== 'number' || weight < 0 || weight > 1)
      this.#refuse([key, 'feedback', 'weight'], `expected a number from 0 to 1, ${got(path, weight)}.`)
    else return { value, weight, metadata: this.#labels(metadata, [key, 'feedback', 'metadata']) }
    return undefined
  }

  /** Portkey's forms use an empty string for absent metadata. */
  #labels(metadata: unknown, at: Path): Readonly<Record<string, string>> | null {
    if (metadata === undefined || metadata === null || metadata === '') return null
    if (isObject(metadata) && Object.values(metadata).every((value) => typeof value !== 'object'))
      return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, String(value)]))
    this.#refuse(at, `expected an object of labels, ${got([...this.path, ...at], metadata)}.`)
    return null
  }

  #refuseUnknown(object: Members, known: readonly string[], at: Path): void {
    for (const key of Object.keys(object))
      if (!known.includes(key))
        this.#refuse(
          [...at, key],
          `unknown key ${quote(key)}.${didYouMean(key, known) || ` Allowed: ${known.join(', ')}.`}`,
        )
  }

  #refuseCredentials(): null {
    this.report(
      [...this.path, 'credentials'],
      'the gateway calls no guardrail service of a partner; use the check default.webhook with the address of the service.',
      true,
    )
    return null
  }

  #refuse(at: Path, problem: string): null {
    this.report([...this.path, ...at], problem)
    return null
  }
}

/** Accepts spellings from Portkey's docs and tests: `regex` for `rule`, and `not: false` on a check without `not`. */
function canonicalParameters(id: string, parameters: Members): JsonObject {
  const name = fullCheckId(id)
  if (name === 'default.regexMatch' && parameters['rule'] === undefined) {
    const { regex, ...others } = parameters
    const rule = Array.isArray(regex) && regex.length === 1 ? regex[0] : regex
    if (typeof rule === 'string') return { ...others, rule } as JsonObject
  }
  if (name === 'default.contains' && parameters['not'] === false) {
    const { not, ...others } = parameters
    return others as JsonObject
  }
  return parameters as JsonObject
}

/** The saved guardrails that a config and its targets name, each once. */
export function namedGuardrails(config: ConfigObject): readonly SavedName[] {
  const found = new Map<string, SavedName>()
  collect(config, [], found)
  return [...found.values()]
}

/** True if the config or one of its targets has a list of guardrails, even an empty one. */
export function hasGuardrails(config: ConfigObject): boolean {
  return LIST_NAMES.some((name) => config[name] !== undefined) || (config.targets ?? []).some(hasGuardrails)
}

export type SavedName = Pick<GuardrailEntry & { kind: 'saved' }, 'name' | 'versionId' | 'path'>

export function keyOfSaved({ name, versionId }: Pick<SavedName, 'name' | 'versionId'>): string {
  return JSON.stringify([name, versionId])
}

function collect(config: ConfigObject, path: Path, found: Map<string, SavedName>): void {
  for (const side of ['input', 'output'] as const) {
    for (const entry of readSide(config, side, path, () => {}) ?? []) {
      if (entry.kind === 'saved' && !found.has(keyOfSaved(entry))) found.set(keyOfSaved(entry), entry)
    }
  }
  for (const [i, target] of (config.targets ?? []).entries()) collect(target, [...path, 'targets', i], found)
}
