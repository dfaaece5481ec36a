/**
 * Compiles a JSON schema to functions that check a value. No part of the schema is evaluated as code, `pattern` is RE2,
 * references are local, and the work of a check is bounded.
 */

import { isObject, type JsonObject } from '../../core/json.ts'
import type { PatternBudget } from '../patterns/compile-text-pattern.ts'
import { canonicalText } from './canonical-text.ts'
import { FORMATS } from './formats.ts'

const MAX_SCHEMAS = 2_000
const MAX_SCHEMA_DEPTH = 64
/** Maximum number of schemas applied and values read in one check, for schemas that apply many others to each value. */
const MAX_WORK = 200_000
/** Maximum nesting of applied schemas, so that a schema that refers to itself cannot overflow the stack. */
const MAX_VALUE_DEPTH = 256

/** Returns the path in the schema that the value violates, such as `#/properties/age/minimum`, or null. */
export type ValidateJson = (value: unknown) => string | null

type Run = { left: number }
type Rule = (value: unknown, run: Run, depth: number) => string | null
/** A schema that is referred to before it is compiled. */
type Holder = { rule: Rule | null }

export type SchemaContext = {
  readonly patterns: PatternBudget
  /** `path` is the path in the schema. */
  readonly refuse: (path: string, reason: string) => never
}

export function compileSchema(schema: unknown, context: SchemaContext): ValidateJson {
  const rule = new SchemaCompiler(schema, context).compileRoot()
  return (value) => rule(value, { left: MAX_WORK }, 0)
}

function spend(run: Run, work: number): void {
  run.left -= work
  if (run.left < 0) throw new Error('The JSON schema is too costly for this text.')
}

const NOT_SUPPORTED = ['$dynamicRef', '$recursiveRef', 'unevaluatedProperties', 'unevaluatedItems', '$id', 'id']

class SchemaCompiler {
  readonly #root: unknown
  readonly #context: SchemaContext
  readonly #holders = new Map<object, Holder>()
  readonly #anchors = new Map<string, { readonly schema: unknown; readonly path: string }>()
  #count = 0

  constructor(root: unknown, context: SchemaContext) {
    this.#root = root
    this.#context = context
  }

  compileRoot(): Rule {
    this.#findAnchors(this.#root, '#', 0)
    return this.#compile(this.#root, '#')
  }

  /** Also bounds the depth of the schema, before anything else reads it. */
  #findAnchors(value: unknown, path: string, depth: number): void {
    if (depth > MAX_SCHEMA_DEPTH) this.#refuse(path, `the schema is nested deeper than ${MAX_SCHEMA_DEPTH} levels.`)
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        this.#findAnchors(item, `${path}/${index}`, depth + 1)
      })
    } else if (isObject(value)) {
      if (typeof value['$anchor'] === 'string') this.#anchors.set(value['$anchor'], { schema: value, path })
      for (const [key, member] of Object.entries(value)) this.#findAnchors(member, `${path}/${escaped(key)}`, depth + 1)
    }
  }

  #refuse(path: string, reason: string): never {
    return this.#context.refuse(path, reason)
  }

  #compile(schema: unknown, path: string): Rule {
    if (schema === true) return valid
    if (schema === false) return () => path
    if (!isObject(schema)) return this.#refuse(path, 'expected a schema: an object, true or false.')
    const known = this.#holders.get(schema)
    if (known !== undefined) return ruleOf(known)
    this.#count++
    if (this.#count > MAX_SCHEMAS) this.#refuse(path, `the schema has more than ${MAX_SCHEMAS} schemas.`)
    const holder: Holder = { rule: null }
    this.#holders.set(schema, holder)
    const rules = this.#rulesOf(schema, path)
    holder.rule = (value, run, depth) => {
      spend(run, 1)
      if (depth > MAX_VALUE_DEPTH) throw new Error('The JSON schema applies too many schemas within each other.')
      for (const rule of rules) {
        const violated = rule(value, run, depth + 1)
        if (violated !== null) return violated
      }
      return null
    }
    return holder.rule
  }

  #rulesOf(schema: JsonObject, path: string): readonly Rule[] {
    for (const keyword of NOT_SUPPORTED) {
      if (!Object.hasOwn(schema, keyword) || (path === '#' && keyword.endsWith('id'))) continue
      // `id` is also a common property name, so it counts as a keyword only if it is a string.
      if (keyword === 'id' && typeof schema[keyword] !== 'string') continue
      this.#refuse(`${path}/${keyword}`, `the keyword "${keyword}" is not supported here.`)
    }
    const rules: Rule[] = []
    for (const [keyword, compile] of Object.entries(KEYWORDS)) {
      if (!Object.hasOwn(schema, keyword)) continue
      const at = `${path}/${keyword}`
      const rule = compile({
        value: schema[keyword],
        path: at,
        schema,
        compile: (child, childPath) => this.#compile(child, childPath),
        refuse: (form) => this.#refuse(at, `expected ${form}.`),
        pattern: (source) => this.#context.patterns.compile(source, (reason) => this.#refuse(at, reason)),
        refer: (reference) => this.#refer(reference, at),
      })
      if (rule !== null) rules.push(rule)
    }
    return rules
  }

  #refer(reference: string, path: string): Rule {
    if (!reference.startsWith('#')) {
      return this.#refuse(path, 'only references within the schema are supported, such as "#/$defs/item".')
    }
    const anchor = this.#anchors.get(reference.slice(1))
    const target = anchor ?? { schema: this.#at(reference), path: reference }
    if (target.schema === undefined) return this.#refuse(path, 'the schema has nothing at this reference.')
    if (isObject(target.schema)) {
      const known = this.#holders.get(target.schema)
      if (known !== undefined) return ruleOf(known)
    }
    return this.#compile(target.schema, target.path)
  }

  #at(pointer: string): unknown {
    let at: unknown = this.#root
    for (const token of pointer.split('/').slice(1)) {
      const key = decoded(token)
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
      at = (at as Record<string, unknown>)[key]
    }
    return pointer === '#' || pointer.startsWith('#/') ? at : undefined
  }
}

const valid: Rule = () => null

function ruleOf(holder: Holder): Rule {
  return (value, run, depth) => holder.rule!(value, run, depth)
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return token
  }
}

type Keyword = {
  readonly value: unknown
  readonly path: string
  /** The schema that the keyword is in. */
  readonly schema: JsonObject
  readonly compile: (schema: unknown, path: string) => Rule
  /** `form` describes the expected value of the keyword. */
  readonly refuse: (form: string) => never
  readonly pattern: (source: string) => { readonly matches: (text: string) => boolean }
  readonly refer: (reference: string) => Rule
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isObject,
}

/** Compilers of the keywords that restrict a value. Others are annotations, which restrict nothing. */
const KEYWORDS: Readonly<Record<string, (keyword: Keyword) => Rule | null>> = {
  $ref: ({ value, refer, refuse }) => (typeof value === 'string' ? refer(value) : refuse('a reference')),

  type: ({ value, path, refuse }) => {
    const names = Array.isArray(value) ? value : [value]
    const tests = names.map((name) => {
      const known = typeof name === 'string' && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
      return known ?? refuse(`one of ${Object.keys(TYPES).join(', ')}, or a list of them`)
    })
    return (checked) => (tests.some((test) => test(checked)) ? null : path)
  },

  enum: ({ value, path, refuse }) => {
    if (!Array.isArray(value)) return refuse('a list of values')
    const texts = new Set(value.map((item) => canonicalText(item, () => {})))
    return (checked, run) => (texts.has(canonicalText(checked, (size) => spend(run, size))) ? null : path)
  },

  const: ({ value, path }) => {
    const text = canonicalText(value, () => {})
    return (checked, run) => (canonicalText(checked, (size) => spend(run, size)) === text ? null : path)
  },

  minimum: limit((checked, bound) => checked >= bound),
  maximum: limit((checked, bound) => checked <= bound),
  exclusiveMinimum: limit((checked, bound) => checked > bound),
  exclusiveMaximum: limit((checked, bound) => checked < bound),
  multipleOf: ({ value, path, refuse }) => {
    if (typeof value !== 'number' || value <= 0) return refuse('a number greater than 0')
    return (checked) => (typeof checked !== 'number' || Number.isInteger(checked / value) ? null : path)
  },

  minLength: length((checked, bound) => checked >= bound),
  maxLength: length((checked, bound) => checked <= bound),
  pattern: ({ value, path, refuse, pattern }) => {
    const compiled = typeof value === 'string' ? pattern(value) : refuse('a pattern')
    return (checked, run) => {
      if (typeof checked !== 'string') return null
      spend(run, checked.length >> 4)
      return compiled.matches(checked) ? null : path
    }
  },
  format: ({ value, path, refuse }) => {
    if (typeof value !== 'string') return refuse('the name of a format')
    const test = Object.hasOwn(FORMATS, value) ? FORMATS[value] : undefined
    // Formats that are not known are annotations.
    if (test === undefined) return null
    return (checked) => (typeof checked !== 'string' || test(checked) ? null : path)
  },

  required: ({ value, path, refuse }) => {
    const names = Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : refuse(NAMES)
    return (checked, run) => {
      if (!isObject(checked)) return null
      spend(run, names.length)
      return names.every((name) => Object.hasOwn(checked, name)) ? null : path
    }
  },
  minProperties: size((checked, bound) => checked >= bound, memberCount),
  maxProperties: size((checked, bound) => checked <= bound, memberCount),
  properties: ({ value, path, compile, refuse }) => {
    if (!isObject(value)) return refuse('an object of schemas')
    const rules = Object.entries(value).map(
      ([name, schema]) => [name, compile(schema, `${path}/${escaped(name)}`)] as const,
    )
    return (checked, run, depth) => {
      if (!isObject(checked)) return null
      spend(run, rules.length)
      for (const [name, rule] of rules) {
        if (!Object.hasOwn(checked, name)) continue
        const violated = rule(checked[name], run, depth)
        if (violated !== null) return violated
      }
      return null
    }
  },
  patternProperties: ({ value, path, compile, pattern, refuse }) => {
    if (!isObject(value)) return refuse('an object of schemas')
    const rules = Object.entries(value).map(
      ([source, schema]) => [pattern(source), compile(schema, `${path}/${escaped(source)}`)] as const,
    )
    return (checked, run, depth) => {
      if (!isObject(checked)) return null
      for (const [name, member] of Object.entries(checked)) {
        spend(run, rules.length * (1 + (name.length >> 4)))
        for (const [compiled, rule] of rules) {
          const violated = compiled.matches(name) ? rule(member, run, depth) : null
          if (violated !== null) return violated
        }
      }
      return null
    }
  },
  additionalProperties: ({ value, path, schema, compile, pattern }) => {
    const rule = compile(value, path)
    const known = new Set(isObject(schema['properties']) ? Object.keys(schema['properties']) : [])
    const patterns = isObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']).map(pattern) : []
    return (checked, run, depth) => {
      if (!isObject(checked)) return null
      for (const [name, member] of Object.entries(checked)) {
        spend(run, 1 + patterns.length * (1 + (name.length >> 4)))
        if (known.has(name) || patterns.some((compiled) => compiled.matches(name))) continue
        const violated = rule(member, run, depth)
        if (violated !== null) return violated
      }
      return null
    }
  },
  propertyNames: ({ value, path, compile }) => {
    const rule = compile(value, path)
    return (checked, run, depth) =>
      isObject(checked) ? firstOf(Object.keys(checked), (name) => rule(name, run, depth)) : null
  },
  dependentRequired: ({ value, path, refuse }) => {
    if (!isObject(value)) return refuse(`an object of lists of names`)
    const rules = Object.entries(value).map(
      ([name, names]) => [name, Array.isArray(names) ? names.map(String) : refuse(NAMES)] as const,
    )
    return (checked, run) => {
      if (!isObject(checked)) return null
      for (const [name, names] of rules) {
        spend(run, 1 + names.length)
        if (Object.hasOwn(checked, name) && !names.every((other) => Object.hasOwn(checked, other))) return path
      }
      return null
    }
  },
  dependentSchemas: ({ value, path, compile, refuse }) => {
    if (!isObject(value)) return refuse('an object of schemas')
    const rules = Object.entries(value).map(
      ([name, schema]) => [name, compile(schema, `${path}/${escaped(name)}`)] as const,
    )
    return (checked, run, depth) =>
      isObject(checked)
        ? firstOf(rules, ([name, rule]) => (Object.hasOwn(checked, name) ? rule(checked, run, depth) : null))
        : null
  },

  minItems: size((checked, bound) => checked >= bound, itemCount),
  maxItems: size((checked, bound) => checked <= bound, itemCount),
  uniqueItems: ({ value, path, refuse }) => {
    if (typeof value !== 'boolean') return refuse('true or false')
    if (!value) return null
    return (checked, run) => {
      if (!Array.isArray(checked)) return null
      const texts = new Set(checked.map((item) => canonicalText(item, (work) => spend(run, work))))
      return texts.size === checked.length ? null : path
    }
  },
  prefixItems: ({ value, path, compile, refuse }) => {
    const rules = Array.isArray(value)
      ? value.map((schema, index) => compile(schema, `${path}/${index}`))
      : refuse('a list of schemas')
    return eachItem(rules, null)
  },
  items: ({ value, path, schema, compile }) => {
    if (!Array.isArray(value)) {
      const before = Array.isArray(schema['prefixItems']) ? schema['prefixItems'].length : 0
      return eachItem(
        Array.from({ length: before }, () => valid),
        compile(value, path),
      )
    }
    // Before draft 2020-12, `items` could be a list of schemas, with `additionalItems` for the rest.
    const rules = value.map((item, index) => compile(item, `${path}/${index}`))
    const rest = Object.hasOwn(schema, 'additionalItems')
      ? compile(schema['additionalItems'], `${path}/additionalItems`)
      : null
    return eachItem(rules, rest)
  },
  contains: ({ value, path, schema, compile }) => {
    const rule = compile(value, path)
    const least = typeof schema['minContains'] === 'number' ? schema['minContains'] : 1
    const most = typeof schema['maxContains'] === 'number' ? schema['maxContains'] : Number.POSITIVE_INFINITY
    return (checked, run, depth) => {
      if (!Array.isArray(checked)) return null
      const count = checked.filter((item) => rule(item, run, depth) === null).length
      return count >= least && count <= most ? null : path
    }
  },

  allOf: (keyword) => {
    const rules = branches(keyword)
    return (checked, run, depth) => firstOf(rules, (rule) => rule(checked, run, depth))
  },
  anyOf: (keyword) => {
    const rules = branches(keyword)
    return (checked, run, depth) => (rules.some((rule) => rule(checked, run, depth) === null) ? null : keyword.path)
  },
  oneOf: (keyword) => {
    const rules = branches(keyword)
    return (checked, run, depth) =>
      rules.filter((rule) => rule(checked, run, depth) === null).length === 1 ? null : keyword.path
  },
  not: ({ value, path, compile }) => {
    const rule = compile(value, path)
    return (checked, run, depth) => (rule(checked, run, depth) === null ? path : null)
  },
  if: ({ value, path, schema, compile }) => {
    const parent = path.slice(0, -'/if'.length)
    const condition = compile(value, path)
    const branch = (name: string): Rule =>
      Object.hasOwn(schema, name) ? compile(schema[name], `${parent}/${name}`) : valid
    const whenMet = branch('then')
    const otherwise = branch('else')
    return (checked, run, depth) => (condition(checked, run, depth) === null ? whenMet : otherwise)(checked, run, depth)
  },
}

const NAMES = 'a list of names'

function firstOf<T>(items: readonly T[], check: (item: T) => string | null): string | null {
  for (const item of items) {
    const violated = check(item)
    if (violated !== null) return violated
  }
  return null
}

function branches({ value, path, compile, refuse }: Keyword): readonly Rule[] {
  if (!Array.isArray(value) || value.length === 0) return refuse('a list of schemas')
  return value.map((schema, index) => compile(schema, `${path}/${index}`))
}

function eachItem(rules: readonly Rule[], rest: Rule | null): Rule {
  return (checked, run, depth) => {
    if (!Array.isArray(checked)) return null
    const count = rest === null ? Math.min(rules.length, checked.length) : checked.length
    for (let index = 0; index < count; index++) {
      const violated = (rules[index] ?? rest!)(checked[index], run, depth)
      if (violated !== null) return violated
    }
    return null
  }
}

function limit(isMet: (checked: number, bound: number) => boolean): (keyword: Keyword) => Rule {
  return ({ value, path, refuse }) => {
    const bound = typeof value === 'number' ? value : refuse('a number')
    return (checked) => (typeof checked !== 'number' || isMet(checked, bound) ? null : path)
  }
}

function size(
  isMet: (checked: number, bound: number) => boolean,
  count: (value: unknown, run: Run) => number | null,
): (keyword: Keyword) => Rule {
  return ({ value, path, refuse }) => {
    const bound = typeof value === 'number' && value >= 0 ? value : refuse('a number of 0 or more')
    return (checked, run) => {
      const counted = count(checked, run)
      return counted === null || isMet(counted, bound) ? null : path
    }
  }
}

function length(isMet: (checked: number, bound: number) => boolean): (keyword: Keyword) => Rule {
  return size(isMet, (value, run) => {
    if (typeof value !== 'string') return null
    spend(run, value.length >> 6)
    return codePointCount(value)
  })
}

function codePointCount(text: string): number {
  let count = 0
  for (const _char of text) count++
  return count
}

function memberCount(value: unknown, run: Run): number | null {
  if (!isObject(value)) return null
  const count = Object.keys(value).length
  spend(run, count)
  return count
}

function itemCount(value: unknown): number | null {
  return Array.isArray(value) ? value.length : null
}
