/** A config as a tree of strategies and targets, with weights, conditions and inherited settings. */

import { memberOf, pathText, plainValue } from '../text/json-paths.ts'
import type { JsonNode, Path, Range } from '../text/json-tree.ts'

export type StrategyKind = 'fallback' | 'loadbalance' | 'conditional' | 'single' | 'target'

export type CircuitRules = {
  readonly failureThreshold: number | null
  readonly failurePercentage: number | null
  readonly cooldownMs: number
}

export type StrategyNode = {
  /** Config path, as in logs and breakers: `config.targets[0]`. */
  readonly configPath: string
  readonly range: Range
  readonly kind: StrategyKind
  readonly name: string | null
  /** First line: the target's name, else its provider, else the strategy. */
  readonly title: string
  /** Second line: provider, key and model, unless the first line shows them. */
  readonly detail: string
  /** Edge label: `70 %`, `1st`, `if …`, `otherwise`. */
  readonly way: string
  readonly badges: readonly {
    readonly tone: 'warning' | 'cache' | 'error' | 'neutral'
    readonly words: string
    readonly about: string
  }[]
  readonly provider: string | null
  readonly circuit: CircuitRules | null
  readonly children: readonly StrategyNode[]
}

type Inherited = {
  readonly retry: JsonNode | null
  readonly cache: JsonNode | null
  readonly circuit: JsonNode | null
  readonly timeout: JsonNode | null
}

const NOTHING: Inherited = { retry: null, cache: null, circuit: null, timeout: null }
const MODES: readonly string[] = ['fallback', 'loadbalance', 'conditional', 'single']
const TITLES: Readonly<Record<StrategyKind, string>> = {
  fallback: 'Fallback',
  loadbalance: 'Load balance',
  conditional: 'Conditions',
  single: 'Single',
  target: 'Target',
}

export function strategyTree(root: JsonNode): StrategyNode {
  return build(root, [], '', NOTHING)
}

/** Every node, parents before their children. */
export function allNodes(node: StrategyNode): StrategyNode[] {
  return [node, ...node.children.flatMap(allNodes)]
}

export function leavesOf(node: StrategyNode): StrategyNode[] {
  return allNodes(node).filter((one) => one.kind === 'target')
}

/** The deepest node whose text range contains the offset. */
export function nodeAtOffset(node: StrategyNode, offset: number): StrategyNode {
  const child = node.children.find((one) => offset >= one.range.from && offset <= one.range.to)
  return child ? nodeAtOffset(child, offset) : node
}

function build(node: JsonNode, path: Path, way: string, above: Inherited): StrategyNode {
  const strategy = member(node, 'strategy')
  const mode = textOf(member(strategy, 'mode'))
  const targets = member(node, 'targets')
  const items = targets?.kind === 'array' ? targets.items : []
  const isGroup = strategy !== null || items.length > 0
  const isKnown = MODES.includes(mode ?? '')
  const kind = (isGroup ? (isKnown ? mode : 'single') : 'target') as StrategyKind
  const here = inherit(node, strategy, above)
  const ways = isKnown ? waysOf(kind, strategy, items) : []
  const shared = { configPath: path.length === 0 ? 'config' : `config.${pathText(path)}`, range: node, way }
  const name = textOf(member(node, 'name'))
  if (!isGroup) return { ...shared, kind, name, ...targetWords(node, name), ...policies(here), children: [] }
  return {
    ...shared,
    kind,
    name,
    title: name ?? (isKnown ? TITLES[kind] : 'Strategy'),
    detail: isKnown
      ? groupDetail(kind, strategy, name, node)
      : mode === null
        ? 'no mode yet'
        : `unknown mode “${mode}”`,
    badges: [],
    provider: null,
    circuit: null,
    children: items.map((item, index) => build(item, [...path, 'targets', index], ways[index] ?? '', here)),
  }
}

function inherit(node: JsonNode, strategy: JsonNode | null, above: Inherited): Inherited {
  return {
    retry: member(node, 'retry') ?? above.retry,
    cache: member(node, 'cache') ?? above.cache,
    circuit:
      member(node, 'cb_config') ?? member(node, 'circuit_breaker') ?? member(strategy, 'cb_config') ?? above.circuit,
    timeout: member(node, 'request_timeout') ?? above.timeout,
  }
}

function targetWords(node: JsonNode, name: string | null) {
  const provider = textOf(member(node, 'provider'))
  const key = textOf(member(node, 'virtual_key'))
  const prompt = textOf(member(node, 'prompt_id'))
  const model = textOf(member(member(node, 'override_params'), 'model'))
  const caller = provider ?? key ?? (prompt === null ? 'from the request' : `prompt ${prompt}`)
  const detail = [name === null ? null : caller, model].filter((part) => part !== null).join(' · ')
  return { title: name ?? caller, detail, provider: provider?.startsWith('@') ? null : provider }
}

function policies({ retry, cache, circuit, timeout }: Inherited): Pick<StrategyNode, 'badges' | 'circuit'> {
  const badges: StrategyNode['badges'][number][] = []
  const attempts = numberOf(member(retry, 'attempts'))
  if (attempts !== null && attempts > 0) {
    const most = Math.min(5, attempts)
    const about = `retries ${most} ${most === 1 ? 'time' : 'times'}${codesWords(retry, 'on_status_codes', ' on ')}`
    badges.push({ tone: 'warning', words: `retry ×${most}`, about })
  }
  const mode = textOf(cache) ?? textOf(member(cache, 'mode'))
  if (mode !== null)
    badges.push({
      tone: 'cache',
      words: mode === 'simple' ? 'cache' : `${mode} cache`,
      about: `responds from the ${mode} cache`,
    })
  const threshold = numberOf(member(circuit, 'failure_threshold'))
  const cooldown = numberOf(member(circuit, 'cooldown_interval'))
  const percentage = numberOf(member(circuit, 'failure_threshold_percentage'))
  const limits = [
    ...(threshold === null ? [] : [`${threshold} failures`]),
    ...(percentage === null ? [] : [`${percentage}% failures`]),
  ]
  const rules =
    limits.length > 0 && cooldown !== null
      ? { failureThreshold: threshold, failurePercentage: percentage, cooldownMs: cooldown }
      : null
  if (rules) {
    const about = `opens after ${limits.join(' or ')}, for ${rules.cooldownMs / 1_000} s`
    badges.push({ tone: 'error', words: 'breaker', about })
  }
  const limit = numberOf(timeout)
  if (limit !== null)
    badges.push({ tone: 'neutral', words: `≤ ${seconds(limit)}`, about: `timeout of each attempt: ${seconds(limit)}` })
  return { badges, circuit: rules }
}

function waysOf(kind: StrategyKind, strategy: JsonNode | null, items: readonly JsonNode[]): string[] {
  if (kind === 'fallback') return items.map((_, index) => (index === 0 ? 'first' : `then`))
  if (kind === 'single') return items.map((_, index) => (index === 0 ? 'always' : 'never'))
  if (kind === 'loadbalance') {
    const weights = items.map((item) => Math.max(0, numberOf(member(item, 'weight')) ?? 1))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return weights.map((weight) => shareWords(sum > 0 ? weight / sum : 0))
  }
  if (kind !== 'conditional') return []
  const conditions = member(strategy, 'conditions')
  const rules = conditions?.kind === 'array' ? conditions.items : []
  const otherwise = textOf(member(strategy, 'default'))
  return items.map((item) => {
    const name = textOf(member(item, 'name'))
    const own = rules.filter((rule) => name !== null && textOf(member(rule, 'then')) === name)
    const words = own.map((rule) => `if ${queryWords(member(rule, 'query'))}`)
    if (name !== null && name === otherwise) words.push('otherwise')
    return words.join(' or ') || 'never'
  })
}

function shareWords(share: number): string {
  const value = share * 100
  return `${value >= 10 || Number.isInteger(value) ? Math.round(value * 10) / 10 : value.toPrecision(2)} %`
}

const SIGNS: Readonly<Record<string, string>> = {
  $eq: '=',
  $ne: '≠',
  $gt: '>',
  $gte: '≥',
  $lt: '<',
  $lte: '≤',
  $in: 'in',
  $nin: 'not in',
  $regex: '~',
}

/** `metadata.plan = "pro"`, `(a and b)`. */
function queryWords(query: JsonNode | null): string {
  if (query?.kind !== 'object') return '…'
  const parts = query.members.map(({ key, value }) => {
    if ((key === '$and' || key === '$or') && value.kind === 'array')
      return `(${value.items.map(queryWords).join(key === '$and' ? ' and ' : ' or ')})`
    if (value.kind !== 'object') return `${key} = ${JSON.stringify(plainValue(value))}`
    return value.members
      .map((one) => `${key} ${SIGNS[one.key] ?? one.key} ${JSON.stringify(plainValue(one.value))}`)
      .join(' and ')
  })
  return parts.join(' and ') || 'anything'
}

function groupDetail(kind: StrategyKind, strategy: JsonNode | null, name: string | null, node: JsonNode): string {
  const words = name === null ? [] : [TITLES[kind]]
  if (kind === 'fallback') {
    const codes = codesWords(strategy, 'on_status_codes', 'on ') || codesWords(node, 'on_status_codes', 'on ')
    words.push(codes || 'on any failure')
  }
  if (kind === 'loadbalance')
    words.push(member(member(strategy, 'sticky'), 'enabled')?.kind === 'boolean' ? 'sticky by caller' : 'by weight')
  if (kind === 'conditional') words.push('first match wins')
  return words.join(' · ')
}

function codesWords(node: JsonNode | null, key: string, before: string): string {
  const codes = member(node, key)
  if (codes?.kind !== 'array') return ''
  return before + codes.items.map((code) => String(plainValue(code))).join(', ')
}

function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`
}

/** Accepts snake_case and camelCase. */
function member(node: JsonNode | null, key: string): JsonNode | null {
  return (
    memberOf(node, key) ??
    memberOf(
      node,
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    )
  )
}

function textOf(node: JsonNode | null): string | null {
  return node?.kind === 'string' ? node.value : null
}

function numberOf(node: JsonNode | null): number | null {
  return node?.kind === 'number' ? node.value : null
}
