/** Compiles the queries of a conditional strategy into predicates on the request. */

import { GatewayError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'
import { didYouMean } from '../core/suggest.ts'
import {
  compilePattern,
  MAX_CONFIG_INSTRUCTIONS,
  MAX_PATTERNS,
  MAX_REQUEST_STEPS,
  MAX_SEARCHED,
  stepsOf,
} from './patterns.ts'
import type { RequestFacts } from './plan.ts'
import { got, type Path, pathText, quote } from './problems.ts'

type Predicate = (facts: RequestFacts) => boolean
type Test = (value: unknown, facts: RequestFacts) => boolean

/** Collected over all queries of a config. */
export type QueryNotes = {
  readonly warnings: string[]
  readsParams: boolean
  patterns: number
  /** Sum of `CompiledPattern.weight` over all patterns. */
  patternWeight: number
  /** Steps of all patterns if every value has the maximum searched length. */
  patternSteps: number
}

export function noQueryNotes(): QueryNotes {
  return { warnings: [], readsParams: false, patterns: 0, patternWeight: 0, patternSteps: 0 }
}

export function compileQuery(query: unknown, path: Path, notes: QueryNotes): Predicate {
  if (!isObject(query)) refuse(path, `expected a query object, ${got(path, query)}.`)
  const keys = Object.keys(query)
  const parts: Predicate[] = []
  for (const [i, key] of keys.entries()) {
    const at = [...path, key]
    if (key === '$and' || key === '$or') {
      parts.push(compileList(key, query[key], at, notes))
      // Compatible with Portkey: keys after $and or $or are ignored.
      if (i < keys.length - 1) notes.warnings.push(`${pathText(at)}: the keys after ${key} are ignored.`)
      break
    }
    const read = compileField(key, at, notes)
    const test = compileTest(query[key], at, notes)
    parts.push((facts) => test(read(facts), facts))
  }
  return (facts) => parts.every((part) => part(facts))
}

function compileList(key: '$and' | '$or', list: unknown, path: Path, notes: QueryNotes): Predicate {
  if (!Array.isArray(list) || list.length === 0) refuse(path, `expected a list of queries, ${got(path, list)}.`)
  const parts = list.map((query, i) => compileQuery(query, [...path, i], notes))
  return key === '$and' ? (facts) => parts.every((part) => part(facts)) : (facts) => parts.some((part) => part(facts))
}

const FIELD = /^(metadata|params)\.([^.]+)$/

function compileField(key: string, path: Path, notes: QueryNotes): (facts: RequestFacts) => unknown {
  if (key === 'url.pathname') return (facts) => facts.pathname
  const [, source, name] = FIELD.exec(key) ?? []
  if (source === undefined || name === undefined) {
    const nearest = key.startsWith('$') ? didYouMean(key, ['$and', '$or']) : ''
    refuse(path, `expected metadata.<key>, params.<key>, url.pathname, $and or $or.${nearest}`)
  }
  if (source === 'params') notes.readsParams = true
  return (facts) => own(source === 'params' ? facts.params : facts.metadata, name)
}

function own(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function compileTest(expected: unknown, path: Path, notes: QueryNotes): Test {
  if (Array.isArray(expected)) refuse(path, 'expected a value or operators, got a list; use {"$in": [...]}.')
  if (!isObject(expected)) return (value) => value === expected
  const names = Object.keys(expected)
  if (names.length === 0) refuse(path, `expected an operator: ${OPERATOR_NAMES.join(', ')}.`)
  const tests = names.map((name) => {
    const compile = OPERATORS.get(name)
    const at = [...path, name]
    if (compile === undefined)
      refuse(at, `unknown operator ${quote(name)}.${didYouMean(name, OPERATOR_NAMES) || ALLOWED}`)
    return compile(expected[name], at, notes)
  })
  return (value, facts) => tests.every((test) => test(value, facts))
}

type OperatorCompiler = (operand: unknown, path: Path, notes: QueryNotes) => Test

const OPERATORS: ReadonlyMap<string, OperatorCompiler> = new Map<string, OperatorCompiler>([
  ['$eq', (operand, path) => equals(operand, path)],
  ['$ne', (operand, path) => not(equals(operand, path))],
  ['$gt', comparison((value, bound) => value > bound)],
  ['$gte', comparison((value, bound) => value >= bound)],
  ['$lt', comparison((value, bound) => value < bound)],
  ['$lte', comparison((value, bound) => value <= bound)],
  ['$in', (operand, path) => isIn(operand, path)],
  ['$nin', (operand, path) => not(isIn(operand, path))],
  ['$regex', pattern],
])

const OPERATOR_NAMES = [...OPERATORS.keys()]
const ALLOWED = ` Allowed: ${OPERATOR_NAMES.join(', ')}.`

function not(test: Test): Test {
  return (value, facts) => !test(value, facts)
}

function equals(operand: unknown, path: Path): Test {
  if (typeof operand === 'object' && operand !== null) {
    refuse(path, `expected a string, number, boolean or null, ${got(path, operand)}.`)
  }
  return (value) => value === operand
}

function isIn(operand: unknown, path: Path): Test {
  if (!Array.isArray(operand)) refuse(path, `expected a list of values, ${got(path, operand)}.`)
  const members = new Set<unknown>(operand)
  return (value) => members.has(value)
}

/** Compares numerically; false if the value is not a number. */
function comparison(holds: (value: number, bound: number) => boolean): OperatorCompiler {
  return (operand, path) => {
    const bound = asNumber(operand)
    if (Number.isNaN(bound)) refuse(path, `expected a number, ${got(path, operand)}.`)
    return (value) => holds(asNumber(value), bound)
  }
}

function asNumber(value: unknown): number {
  return typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) : Number.NaN
}

function pattern(operand: unknown, path: Path, notes: QueryNotes): Test {
  if (typeof operand !== 'string') refuse(path, `expected a pattern, ${got(path, operand)}.`)
  notes.patterns += 1
  if (notes.patterns > MAX_PATTERNS) refuse(path, `the config has more than ${MAX_PATTERNS} patterns.`)
  const left = MAX_CONFIG_INSTRUCTIONS - notes.patternWeight
  const compiled = compilePattern(operand, left, (reason) => refuse(path, reason))
  notes.patternWeight += compiled.weight
  const stepsBefore = notes.patternSteps
  notes.patternSteps += stepsOf(compiled, MAX_SEARCHED)
  const patternPath = pathText(path)
  if (stepsBefore <= MAX_REQUEST_STEPS && notes.patternSteps > MAX_REQUEST_STEPS)
    notes.warnings.push(`${patternPath}: ${LARGE}`)
  return (value, facts) => {
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isText && facts.patternRuns.matches(compiled, String(value), patternPath)
  }
}

/** Warned once per config, at the pattern that exceeds the budget. */
const LARGE =
  'the patterns up to this one can exceed the budget of a request (condition_too_costly) if the values they search are long.'

function refuse(path: Path, text: string): never {
  throw new GatewayError('config_invalid', { message: `${pathText(path)}: ${text}`, param: pathText(path) })
}
