/** Parses and validates a config. Reports all problems, with their paths, in one error. */

import type { z } from 'zod'
import { isObject, memberOf } from '../core/json.ts'
import { didYouMean } from '../core/suggest.ts'
import { checkRules } from './check-rules.ts'
import { MAX_INLINE_CHECKS, MAX_SAVED_NAMES } from './guardrails/guardrail-keys.ts'
import { readSide } from './guardrails/read-guardrails.ts'
import { MAX_CONFIG_BYTES, normaliseKeys } from './normalise-keys.ts'
import { got, type Path, Problems, quote } from './problems.ts'
import { type ConfigObject, KNOWN_KEYS, nodeSchema, UNSUPPORTED_KEYS } from './schema.ts'
import { parseStrictJson } from './strict-json.ts'

const DEFAULTS_IN_CONFIG =
  'is not a config key; write input_guardrails or output_guardrails, or set defaults on the workspace.'
const MAX_LEVELS = 8
const MAX_TARGETS = 100
const MAX_NODES = 256
/** A config with one of these keys is itself a target. */
const OWN_PROVIDER = ['provider', 'virtual_key', 'passthrough'] as const

/** Pass `problems` to get every problem, not only the thrown error. */
export function parseConfig(text: string, problems = new Problems()): ConfigObject {
  // The first check is cheap and avoids encoding a huge text for the second.
  if (text.length > MAX_CONFIG_BYTES || Buffer.byteLength(text) > MAX_CONFIG_BYTES) {
    problems.fail([], `is larger than ${MAX_CONFIG_BYTES / 1024} KiB.`)
  }
  return parseConfigValue(parseStrictJson(text, problems), problems)
}

/** Like `parseConfig`, for a value that is already parsed. The value is copied, not changed. */
export function parseConfigValue(value: unknown, problems = new Problems()): ConfigObject {
  const root = normaliseKeys(value, problems)
  const walk: Walk = { problems, nodes: 0, inlineChecks: 0, savedGuardrails: new Set() }
  checkNode(root, false, [], 0, walk)
  problems.throwIfAny()
  // Return our copy instead of the schema's output, which would have Object.prototype.
  return root as ConfigObject
}

type Walk = {
  readonly problems: Problems
  nodes: number
  inlineChecks: number
  readonly savedGuardrails: Set<string>
}

function checkNode(node: unknown, inheritsHost: boolean, path: Path, level: number, walk: Walk): void {
  const { problems } = walk
  walk.nodes += 1
  useFirstTarget(node)
  useModel(node, path, problems)
  if (walk.nodes > MAX_NODES) problems.fail(path, `the config has more than ${MAX_NODES} configs in all.`)
  const result = nodeSchema.safeParse(node)
  if (result.success) {
    checkRules(node as ConfigObject, inheritsHost, path, problems)
    checkGuardrails(node as ConfigObject, path, walk)
  } else for (const issue of result.error.issues) addIssue(issue, node, path, problems)
  const targets = memberOf(node, 'targets')
  if (!Array.isArray(targets)) return
  const at = [...path, 'targets']
  if (level === MAX_LEVELS) problems.fail(at, `targets are nested more than ${MAX_LEVELS} levels deep.`)
  if (targets.length > MAX_TARGETS) {
    problems.fail(at, `has ${targets.length} targets, at most ${MAX_TARGETS} are allowed.`)
  }
  for (const [i, target] of targets.entries()) {
    if (problems.isFull) return
    checkNode(target, inheritsHost || memberOf(node, 'custom_host') !== undefined, [...at, i], level + 1, walk)
  }
}

/** Checks the form and the number of guardrails. Their checks are validated when the plan is compiled. */
function checkGuardrails(config: ConfigObject, path: Path, walk: Walk): void {
  const { problems, savedGuardrails } = walk
  for (const side of ['input', 'output'] as const) {
    const entries = readSide(config, side, path, (at, text, isUnsupported) =>
      problems.add(at, text, isUnsupported ? 'not_supported' : 'config_invalid'),
    )
    for (const entry of entries ?? []) {
      if (entry.kind === 'saved') savedGuardrails.add(entry.name)
      else walk.inlineChecks += entry.spec.checks.length
    }
  }
  if (walk.inlineChecks > MAX_INLINE_CHECKS)
    problems.fail(path, `the config has more than ${MAX_INLINE_CHECKS} checks in all; save them as guardrails.`)
  if (savedGuardrails.size > MAX_SAVED_NAMES)
    problems.fail(path, `the config names more than ${MAX_SAVED_NAMES} saved guardrails in all.`)
}

/** `targets` without `strategy` mean mode "single", unless the config names a provider of its own. */
function useFirstTarget(node: unknown): void {
  if (!isObject(node) || !Array.isArray(node['targets']) || node['strategy'] !== undefined) return
  if (OWN_PROVIDER.some((key) => node[key] !== undefined)) return
  node['strategy'] = Object.assign(Object.create(null), { mode: 'single' })
}

/** `model` is short for `override_params.model`. */
function useModel(node: unknown, path: Path, problems: Problems): void {
  if (!isObject(node) || typeof node['model'] !== 'string') return
  const { model, override_params: params = Object.create(null) } = node
  if (!isObject(params)) return
  if (params['model'] !== undefined && params['model'] !== model) {
    problems.add([...path, 'model'], 'contradicts override_params.model.')
  }
  params['model'] = model
  node['override_params'] = params
  delete node['model']
}

function addIssue(issue: z.core.$ZodIssue, node: unknown, nodePath: Path, problems: Problems): void {
  if (problems.isFull) return
  const inside = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  const path = [...nodePath, ...inside]
  const value = inside.reduce(memberOf, node)
  if (issue.code === 'unrecognized_keys') addUnknownKeys(issue.keys, inside, path, problems)
  else if (value === undefined) problems.add(path, `required: ${issue.message}.`)
  else problems.add(path, `expected ${issue.message}, ${got(path, value)}.${nearestValue(issue, value)}`)
}

function nearestValue(issue: z.core.$ZodIssue, value: unknown): string {
  return issue.code === 'invalid_value' && typeof value === 'string' ? didYouMean(value, issue.values.map(String)) : ''
}

function addUnknownKeys(keys: readonly string[], inside: Path, path: Path, problems: Problems): void {
  const owner = inside.findLast((step) => typeof step === 'string') ?? ''
  const known = KNOWN_KEYS[owner] ?? []
  for (const key of keys) {
    if (problems.isFull) return
    if (UNSUPPORTED_KEYS.has(key)) problems.add([...path, key], DEFAULTS_IN_CONFIG, 'not_supported')
    else problems.add([...path, key], `unknown key ${quote(key)}.${didYouMean(key, known) || allowed(known)}`)
  }
}

/** Lists the allowed keys unless there are too many, as for the config object itself. */
function allowed(known: readonly string[]): string {
  return known.length > 8 ? '' : ` Allowed: ${known.join(', ')}.`
}
