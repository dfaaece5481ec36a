/** How much a model shall think, in the words of its family: Converse has none of its own. */

import type { JsonObject } from '../dialect.ts'
import { isAbsent, isObject, unsayable } from '../framing/json-shape.ts'
import { claudeVersion, familyOf } from './model-family.ts'

const EFFORTS: ReadonlySet<unknown> = new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'])

/** Claude's least budget; below it thinking is refused. */
const MIN_BUDGET_TOKENS = 1024
const BUDGETS: Readonly<Record<string, number>> = { minimal: 1024, low: 1024, medium: 4096, high: 16384, xhigh: 32768 }

/** Members for additionalModelRequestFields; empty when the model does not think or was not asked to. */
export function encodeReasoning(
  body: JsonObject,
  model: string,
  maxTokens: number | undefined,
  isForced: boolean,
): JsonObject {
  const { thinking, reasoning_effort: effort } = body
  // The provider's own form, written out by the caller, wins.
  if (isObject(thinking)) return { thinking }
  if (!isAbsent(thinking))
    throw unsayable('thinking', 'expected an object such as {"type":"enabled","budget_tokens":1024}.')
  if (isAbsent(effort)) return {}
  if (typeof effort !== 'string' || !EFFORTS.has(effort)) {
    throw unsayable('reasoning_effort', 'expected none, minimal, low, medium, high or xhigh.')
  }
  if (effort === 'none') return {}
  switch (familyOf(model)) {
    case 'claude':
      // Claude refuses a forced tool while it thinks; the tool is what the caller relies on.
      return isForced ? {} : claudeThinking(model, effort, maxTokens)
    case 'nova':
      return model.includes('nova-2')
        ? { reasoningConfig: { type: 'enabled', maxReasoningEffort: threeSteps(effort) } }
        : {}
    case 'gpt-oss':
      return { reasoning_effort: threeSteps(effort) }
    default:
      return {}
  }
}

function claudeThinking(model: string, effort: string, maxTokens: number | undefined): JsonObject {
  const version = claudeVersion(model)
  if (version >= 4.6) return { thinking: { type: 'adaptive' }, output_config: { effort: threeSteps(effort) } }
  if (version < 3.7) return {}
  const budget = Math.min(BUDGETS[effort]!, (maxTokens ?? Number.POSITIVE_INFINITY) - 1)
  return budget < MIN_BUDGET_TOKENS ? {} : { thinking: { type: 'enabled', budget_tokens: budget } }
}

function threeSteps(effort: string): string {
  if (effort === 'minimal') return 'low'
  return effort === 'xhigh' ? 'high' : effort
}
