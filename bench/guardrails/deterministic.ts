/** Every deterministic check with parameters that make it read the whole text. */

import type { Check } from '../../server/src/guardrails/check.ts'
import { DETERMINISTIC_CHECKS } from '../../server/src/guardrails/checks/describe-checks.ts'
import { inputOf } from '../../server/src/guardrails/checks/sample-input.ts'
import { compileCheck } from '../../server/src/guardrails/test-feed.ts'

export type Row = { readonly name: string; readonly run: (text: string) => unknown }

const PARAMETERS: Readonly<Record<string, Record<string, unknown>>> = {
  'default.regexMatch': { rule: '(?i)\\b(?:confidential|internal use only|project \\w+phoenix)\\b', not: true },
  'default.contains': { words: ['Acme', 'Initech', 'Umbrella', 'Hooli', 'Globex'], operator: 'none' },
  'default.containsCode': { format: 'SQL', not: true },
  'default.wordCount': { maxWords: 1_000_000 },
  'default.sentenceCount': { maxSentences: 1_000_000 },
  'default.characterCount': { maxCharacters: 1_000_000 },
  'default.jsonSchema': { schema: { type: 'object', required: ['answer'] } },
  'default.jsonKeys': { keys: ['answer'] },
  'default.alluppercase': { not: true },
  'default.alllowercase': { not: true },
  'default.endsWith': { suffix: 'thank you' },
  'default.notNull': {},
  'default.regexReplace': { rule: '\\b\\d{3}-\\d{2}-\\d{4}\\b' },
  'default.addPrefix': { prefix: 'Be brief. ' },
  'default.modelWhitelist': { models: ['gpt-4o', 'gpt-4o-mini'] },
  'default.modelRules': { rules: { defaults: ['gpt-4o'] } },
  'default.allowedRequestTypes': { allowedTypes: ['chatComplete'] },
  'default.requiredMetadataKeys': { metadataKeys: ['team'] },
  'default.requiredMetadataKeyValuePairs': { metadataPairs: { team: 'a' } },
}

/** Patterns whose literals are in most sentences, so that searching for literals rules nothing out. */
const COMMON: readonly (readonly [string, string, Record<string, unknown>])[] = [
  ['default.regexMatch', 'literal in every sentence', { rule: 'the \\w+ly forbidden', not: true }],
  ['default.regexReplace', 'literal in every sentence', { rule: '(?:and|of) the (?:board|merger)\\b' }],
  ['default.contains', 'words that begin many others', { words: ['theft', 'andes', 'offset'], operator: 'none' }],
]

/** One row per check of the catalogue. */
export function deterministicChecks(): readonly Check[] {
  return DETERMINISTIC_CHECKS.map(({ id }) => {
    const parameters = PARAMETERS[id]
    if (parameters === undefined) throw new Error(`Add parameters for ${id}.`)
    return compileCheck(id, parameters)
  })
}

export function deterministicRows(): readonly Row[] {
  const checks = deterministicChecks()
  const common = COMMON.map(([id, , parameters]) => compileCheck(id, parameters))
  const all = [...checks, ...common]
  return [
    ...checks.map((check) => ({ name: check.id, run: runOf(check) })),
    ...common.map((check, i) => ({ name: `${check.id}, ${COMMON[i]?.[1]}`, run: runOf(check) })),
    { name: 'all of them together', run: together(all) },
  ]
}

export function runOf(check: Check): (text: string) => unknown {
  if (check.kind === 'spans') return (text) => check.find(text, 0)
  if (check.kind === 'remote') throw new Error(`${check.id} needs another service.`)
  return (text) => check.run(inputOf([{ text }]))
}

export function together(checks: readonly Check[]): (text: string) => unknown {
  const runs = checks.map(runOf)
  return (text) => {
    for (const run of runs) run(text)
  }
}
