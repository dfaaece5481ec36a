/** The check `default.moderation`: the moderation endpoint of a provider decides. The workspace pays for the call. */

import { z } from 'zod'
import { isObject, type JsonObject } from '../../core/json.ts'
import type { CheckOutcome, RemoteCheck } from '../check.ts'
import { text, texts } from '../checks/parameter-schemas.ts'
import type { CompileContext } from '../compile-context.ts'
import { CheckError } from './check-error.ts'
import { withDeadline } from './deadline.ts'
import { requireLength } from './model-judge.ts'
import { failOnError, range, timeoutMs, virtualKey } from './service-parameters.ts'
import { readJsonObject } from './service-reply.ts'

const TIMEOUT_MS = 10_000
const MAX_TEXTS = 2_048
const WHAT = 'The moderation endpoint'

export const moderationParameters = z.strictObject({
  virtual_key: virtualKey,
  model: text(256).default('omni-moderation-latest').describe('The moderation model.'),
  categories: texts(100, 128)
    .optional()
    .describe('Only these categories fail the check. Default: all that the provider flags.'),
  thresholds: z
    .record(z.string(), range(0, 1), { error: 'an object of categories and scores' })
    .optional()
    .describe('Minimum score at which a category fails the check, instead of the decision of the provider.'),
  timeout: timeoutMs.default(TIMEOUT_MS).describe('Milliseconds.'),
  failOnError,
})

type Parameters = z.output<typeof moderationParameters>

export function compileModeration(
  id: string,
  parameters: Parameters,
  { isOfOrganisation }: Pick<CompileContext, 'isOfOrganisation'>,
): RemoteCheck {
  const { virtual_key: slug, model, timeout } = parameters
  return {
    kind: 'remote',
    id,
    messages: 'all',
    ...(parameters.failOnError !== undefined && { failOnError: parameters.failOnError }),
    async run(input, services, signal) {
      requireLength(input.parts)
      const texts = input.parts.map(({ text }) => text).filter((text) => text.trim() !== '')
      if (texts.length === 0) return { verdict: true, data: { explanation: 'No text.' } }
      if (texts.length > MAX_TEXTS) throw new CheckError(`There are more than ${MAX_TEXTS} texts.`)
      const response = await withDeadline(WHAT, timeout, signal, (end) =>
        services.infer({ virtualKey: slug, isOfOrganisation }, '/v1/moderations', { model, input: texts }, input, end),
      )
      return outcomeOf(readJsonObject(WHAT, response)['results'], texts.length, parameters)
    },
  }
}

function outcomeOf(results: unknown, expected: number, parameters: Parameters): CheckOutcome {
  if (!Array.isArray(results) || results.length !== expected)
    throw new CheckError(`${WHAT} did not return one result for each text.`)
  const failed = new Map<string, number | null>()
  for (const result of results as readonly unknown[]) {
    for (const [category, score] of failedIn(result, parameters)) {
      const highest = failed.get(category) ?? null
      failed.set(category, score === null || highest === null ? (score ?? highest) : Math.max(highest, score))
    }
  }
  return { verdict: failed.size === 0, data: { categories: Object.fromEntries(failed) } }
}

/** The categories of one text that fail the check, with their scores. Null: the provider returned no score. */
function failedIn(result: unknown, { categories: named, thresholds = {} }: Parameters): [string, number | null][] {
  const flags = isObject(result) ? result['categories'] : null
  if (!isObject(result) || !isObject(flags)) throw new CheckError(`${WHAT} returned a result without categories.`)
  const scores = isObject(result['category_scores']) ? result['category_scores'] : {}
  const wanted = named ?? [...new Set([...Object.keys(flags), ...Object.keys(thresholds)])]
  const failed: [string, number | null][] = []
  for (const category of wanted) {
    const score = numberOf(scores, category)
    if (fails(category, flags, score, numberOf(thresholds, category))) failed.push([category, score])
  }
  // A provider may flag a text without setting any category.
  if (named === undefined && failed.length === 0 && result['flagged'] === true && noneDecided(flags, thresholds))
    failed.push(['flagged', null])
  return failed
}

function fails(category: string, flags: JsonObject, score: number | null, threshold: number | null): boolean {
  if (threshold !== null) {
    if (score === null) throw new CheckError(`${WHAT} returned no score for the category "${category}".`)
    return score >= threshold
  }
  const flag = Object.hasOwn(flags, category) ? flags[category] : undefined
  // OpenAI returns null for categories that a model does not check.
  if (flag === null) return false
  if (typeof flag !== 'boolean') throw new CheckError(`${WHAT} has no category "${category}".`)
  return flag
}

/** False if a threshold overrides a category that the provider flagged. */
function noneDecided(flags: JsonObject, thresholds: Readonly<Record<string, number>>): boolean {
  return !Object.entries(flags).some(([category, flag]) => flag === true && Object.hasOwn(thresholds, category))
}

function numberOf(scores: Readonly<Record<string, unknown>>, category: string): number | null {
  const score = Object.hasOwn(scores, category) ? scores[category] : undefined
  return typeof score === 'number' && Number.isFinite(score) ? score : null
}
