/** Checks of the request itself: `modelWhitelist`, `modelRules`, `allowedRequestTypes` and the metadata checks. */

import { z } from 'zod'
import type { GuardedFormat } from '../../core/guardrails/guarded-format.ts'
import { isObject } from '../../core/json.ts'
import type { Check } from '../check.ts'
import type { CompileContext } from '../compile-context.ts'
import { jsonObject, not, operator, parsedText, text, texts } from './parameter-schemas.ts'
import { type Finding, requireOfRequest } from './whole-check.ts'

const MAX_NAMES = 1_000
const MAX_RULES = 100
const NO_MODELS = 'The rules allow no model for the metadata of this request.'
const names = texts(MAX_NAMES, 256)

const FORM_METADATA_RULES = 'a list of rules such as {"metadataKey": "team", "values": ["a"], "models": ["m"]}'

const metadataRule = z.strictObject(
  { metadataKey: text(256), values: names, models: names },
  { error: FORM_METADATA_RULES },
)

/** A list, or its JSON text, which is how forms send it. */
const metadataRules = z.preprocess(
  parsedText,
  z.array(metadataRule, { error: FORM_METADATA_RULES }).max(MAX_RULES, { error: `at most ${MAX_RULES} rules` }),
)

export const modelWhitelistParameters = z
  .strictObject({
    models: names.optional().describe('The models that a request may use if no rule applies to its metadata.'),
    metadataRules: metadataRules
      .optional()
      .describe('`metadataKey`, `values`, `models`: the models of requests with one of these values. Rules add up.'),
    not,
  })
  .refine(({ models, metadataRules = [] }) => models !== undefined || metadataRules.length > 0, {
    path: ['models'],
    error: 'is required unless metadataRules is set',
  })

export function compileModelWhitelist(id: string, parameters: z.output<typeof modelWhitelistParameters>): Check {
  const base = new Set(parameters.models)
  const rules = (parameters.metadataRules ?? []).map(({ metadataKey, values, models }) => ({
    metadataKey,
    values: new Set(values),
    models,
  }))
  return requireOfRequest(
    id,
    ({ request }) => {
      const matched = new Set<string>()
      for (const { metadataKey, values, models } of rules) {
        if (valuesOf(own(request.metadata, metadataKey)).some((value) => values.has(value)))
          for (const model of models) matched.add(model)
      }
      const chosen = matched.size === 0 ? base : matched
      if (chosen.size === 0) throw new Error(NO_MODELS)
      return modelFinding(request.model, chosen)
    },
    parameters.not,
  )
}

function modelFinding(model: string | null, models: ReadonlySet<string>, isAny = false): Finding {
  if (model === null) throw new Error('The request names no model.')
  const isMet = isAny || models.has(model)
  return { isMet, data: { explanation: `The model is ${isMet ? '' : 'not '}in the list.`, model } }
}

/** Allows every model in a list of `modelRules`, as in Portkey. */
const ANY_MODEL = '*'

const FORM_RULES = 'an object with `defaults` (a list of models) or `metadata` (key -> value -> list of models)'
const models = z.array(z.string({ error: 'a string' }), { error: 'a list of models' }).max(MAX_NAMES, {
  error: `a list of at most ${MAX_NAMES} models`,
})
const rules = z.strictObject(
  {
    defaults: models.default([]),
    metadata: z
      .record(z.string(), z.record(z.string(), models, { error: 'value -> list of models' }), { error: FORM_RULES })
      .default({}),
  },
  { error: FORM_RULES },
)

export const modelRulesParameters = z.strictObject({
  rules: jsonObject
    .pipe(rules)
    .describe(
      '`defaults`: models for every request. `metadata`: models by metadata key and value. `*` is every model.',
    ),
  not,
})

export function compileModelRules(
  id: string,
  parameters: z.output<typeof modelRulesParameters>,
  { refuse }: CompileContext,
): Check {
  const { defaults, metadata } = parameters.rules
  const byKey = new Map(Object.entries(metadata).map(([key, values]) => [key, new Map(Object.entries(values))]))
  if (defaults.length === 0 && byKey.size === 0) refuse('rules', 'the rules name no model.')
  return requireOfRequest(
    id,
    ({ request }) => {
      const allowed = new Set<string>()
      for (const [key, values] of byKey) {
        for (const value of valuesOf(own(request.metadata, key))) {
          for (const model of values.get(value) ?? []) allowed.add(model)
        }
      }
      const chosen = allowed.size === 0 ? new Set(defaults) : allowed
      if (chosen.size === 0) throw new Error(NO_MODELS)
      return modelFinding(request.model, chosen, chosen.has(ANY_MODEL))
    },
    parameters.not,
  )
}

function own(metadata: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(metadata, key) ? metadata[key] : undefined
}

function valuesOf(value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

const FORM_TYPES = 'a list of request types, or a string with commas between them'
const types = z
  .union([z.array(z.string({ error: FORM_TYPES }), { error: FORM_TYPES }), z.string({ error: FORM_TYPES })], {
    error: FORM_TYPES,
  })
  .transform(listOf)
  .default([])

export const allowedRequestTypesParameters = z.strictObject({
  allowedTypes: types.describe('Only these types of requests pass, such as chatComplete or embed.'),
  blockedTypes: types.describe('These types of requests fail.'),
})

/** Portkey's names of request types, by endpoint. The names of our endpoints are accepted too. */
export const TYPES_OF: Partial<Record<GuardedFormat, readonly string[]>> = {
  'chat.completions': ['chatComplete'],
  'prompts.completions': ['chatComplete', 'complete'],
  completions: ['complete'],
  embeddings: ['embed'],
  messages: ['messages'],
  'messages.count_tokens': ['messagesCountTokens'],
  responses: ['createModelResponse'],
  'images.generations': ['imageGenerate'],
  'images.edits': ['imageEdit'],
  'audio.speech': ['createSpeech'],
  'audio.transcriptions': ['createTranscription'],
  'audio.translations': ['createTranslation'],
  moderations: ['moderate'],
  rerank: ['rerank'],
  realtime: ['realtime'],
}

export function compileAllowedRequestTypes(
  id: string,
  parameters: z.output<typeof allowedRequestTypesParameters>,
  { refuse }: CompileContext,
): Check {
  const both = parameters.allowedTypes.find((type) => parameters.blockedTypes.includes(type))
  if (both !== undefined) refuse('blockedTypes', `"${both}" is in allowedTypes too.`)
  return requireOfRequest(id, ({ request }) => {
    const { metadata, endpoint } = request
    const allowed =
      parameters.allowedTypes.length > 0 ? parameters.allowedTypes : listOf(own(metadata, 'supported_endpoints'))
    const blocked =
      parameters.blockedTypes.length > 0 ? parameters.blockedTypes : listOf(own(metadata, 'blocked_endpoints'))
    const current = [endpoint, ...(TYPES_OF[endpoint] ?? [])]
    const isBlocked = current.some((type) => blocked.includes(type))
    const isMet = !isBlocked && (allowed.length === 0 || current.some((type) => allowed.includes(type)))
    const type = current.at(-1)!
    return { isMet, data: { explanation: `Requests of type "${type}" are ${isMet ? '' : 'not '}allowed.`, type } }
  })
}

function listOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return list.map((item) => String(item).trim()).filter((item) => item !== '')
}

export const requiredMetadataKeysParameters = z.strictObject({
  metadataKeys: names.describe('Keys of the metadata of a request.'),
  operator: operator.default('all').describe('How many of them a request must have: at least one, all, or none.'),
})

export function compileRequiredMetadataKeys(
  id: string,
  parameters: z.output<typeof requiredMetadataKeysParameters>,
): Check {
  return requireOfRequest(id, ({ request }) =>
    combine(parameters.operator, parameters.metadataKeys, (key) => Object.hasOwn(request.metadata, key)),
  )
}

export const requiredMetadataPairsParameters = z.strictObject({
  metadataPairs: jsonObject.describe('Keys of the metadata with the values that they must have.'),
  operator: operator.default('all').describe('How many of the pairs a request must have: at least one, all, or none.'),
})

export function compileRequiredMetadataPairs(
  id: string,
  parameters: z.output<typeof requiredMetadataPairsParameters>,
  { refuse }: CompileContext,
): Check {
  const pairs = new Map<string, string>()
  for (const [key, value] of Object.entries(parameters.metadataPairs)) {
    if (value === null || isObject(value) || Array.isArray(value)) {
      refuse(`metadataPairs.${key}`, 'expected a string, number or boolean.')
    }
    pairs.set(key, String(value))
  }
  if (pairs.size === 0 || pairs.size > MAX_NAMES) refuse('metadataPairs', `expected 1 to ${MAX_NAMES} pairs.`)
  return requireOfRequest(id, ({ request }) =>
    combine(parameters.operator, [...pairs.keys()], (key) =>
      valuesOf(own(request.metadata, key)).includes(pairs.get(key)!),
    ),
  )
}

/** The result contains the keys, because they are part of the guardrail and not of the checked text. */
export function combine(
  operatorName: 'any' | 'all' | 'none',
  keys: readonly string[],
  isFound: (key: string) => boolean,
): Finding {
  const found: string[] = []
  const missing: string[] = []
  for (const key of keys) (isFound(key) ? found : missing).push(key)
  const isMet =
    operatorName === 'all' ? missing.length === 0 : operatorName === 'any' ? found.length > 0 : found.length === 0
  return {
    isMet,
    data: {
      explanation: `${found.length} of ${keys.length} keys found; required: ${operatorName}.`,
      operator: operatorName,
      found,
      missing,
    },
  }
}
