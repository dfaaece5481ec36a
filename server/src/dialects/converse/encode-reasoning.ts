/** How much a model shall think, in the words of its family: Converse has none of its own. */

import type { JsonObject } from '../dialect.ts'
import { isAbsent, isObject, unsayable } from '../framing/json-shape.ts'
import { claudeVersion, familyOf } from './model-family.ts'

const EFFORTS: ReadonlySet<unknown> = new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])

/** Claude's least budget; below it thinking is refused. */
const MIN_BUDGET_TOKENS = 1024
/** All fit, with an answer, into the 32,000 tokens of the Claude that says least. */
const BUDGETS: Readonly<Record<string, number>> = {
  minimal: 1024,
  low: 1024,
  medium: 4096,
  high: 16384,
  xhigh: 24576,
  max: 24576,
}
/** What the answer gets beside the budget when the caller set no limit. */
const ANSWER_TOKENS = 4096

export type ReasoningLimits = {
  readonly maxTokens: number | undefined
  /** The caller insists on a tool. */
  readonly isForced: boolean
  readonly isLoopWithoutThinking: boolean
}

export type Reasoning = {
  /** Members for additionalModelRequestFields; empty when the model does not think or was not asked to. */
  readonly fields: JsonObject
  readonly maxTokens: number | undefined
}

export function encodeReasoning(body: JsonObject, model: string, limits: ReasoningLimits): Reasoning {
  const { maxTokens } = limits
  const effort = wantedEffort(body)
  // The provider's own form, written out by the caller, wins.
  if (isObject(body['thinking'])) return { fields: explicitThinking(body['thinking'], model, limits), maxTokens }
  if (effort === null) return { fields: {}, maxTokens }
  if (familyOf(model) === 'claude') return claudeThinking(model, effort, limits)
  return { fields: effortFields(model, effort), maxTokens }
}

function wantedEffort(body: JsonObject): string | null {
  const { thinking, reasoning_effort: effort } = body
  if (isObject(thinking)) return null
  if (!isAbsent(thinking))
    throw unsayable('thinking', 'expected an object such as {"type":"enabled","budget_tokens":1024}.')
  if (isAbsent(effort)) return null
  if (typeof effort !== 'string' || !EFFORTS.has(effort)) {
    throw unsayable('reasoning_effort', 'expected none, minimal, low, medium, high, xhigh or max.')
  }
  return effort === 'none' ? null : effort
}

/** As written, but for a budget that Claude would refuse because the tool loop has lost its thinking. */
function explicitThinking(thinking: JsonObject, model: string, { isLoopWithoutThinking }: ReasoningLimits): JsonObject {
  const isRefused = isLoopWithoutThinking && thinking['type'] === 'enabled' && familyOf(model) === 'claude'
  return isRefused ? {} : { thinking }
}

function effortFields(model: string, effort: string): JsonObject {
  switch (familyOf(model)) {
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

function claudeThinking(model: string, effort: string, limits: ReasoningLimits): Reasoning {
  const { maxTokens, isForced, isLoopWithoutThinking } = limits
  const version = claudeVersion(model)
  // Claude refuses a forced tool while it thinks; the tool is what the caller relies on.
  if (version < 3.7 || isForced) return { fields: {}, maxTokens }
  if (version >= 4.6) {
    return {
      fields: { thinking: { type: 'adaptive' }, output_config: { effort: claudeEffort(effort, version) } },
      maxTokens,
    }
  }
  const wanted = BUDGETS[effort]!
  // Without a limit the service applies its own, which may be smaller than the budget: it would refuse the request.
  const limit = maxTokens ?? wanted + ANSWER_TOKENS
  // A quarter stays for the answer itself: the limit counts both.
  const budget = Math.min(wanted, Math.floor(limit * 0.75))
  if (budget < MIN_BUDGET_TOKENS || isLoopWithoutThinking) return { fields: {}, maxTokens }
  return { fields: { thinking: { type: 'enabled', budget_tokens: budget } }, maxTokens: limit }
}

/** https://platform.claude.com/docs/en/build-with-claude/effort: `max` from 4.6 on, `xhigh` from 4.7. */
function claudeEffort(effort: string, version: number): string {
  if (effort === 'minimal') return 'low'
  return effort === 'xhigh' && version < 4.7 ? 'high' : effort
}

function threeSteps(effort: string): string {
  if (effort === 'minimal') return 'low'
  return effort === 'xhigh' || effort === 'max' ? 'high' : effort
}
