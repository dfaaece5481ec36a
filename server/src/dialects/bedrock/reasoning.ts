/** Translates `reasoning_effort` and `thinking` for each model family. Converse has no common member for them. */

import { comparableVersion } from '../anthropic/models.ts'
import type { ChatBody } from '../chat/types.ts'
import type { JsonObject } from '../dialect.ts'
import { invalidMember, isAbsent, isObject } from '../json.ts'
import { familyOf } from './models.ts'

const EFFORTS: ReadonlySet<unknown> = new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])

/** Claude rejects smaller budgets. */
const MIN_BUDGET_TOKENS = 1024
/** Each budget plus TEXT_TOKENS fits into 32,000 tokens, the smallest output limit of a Claude that thinks. */
const BUDGETS: Readonly<Record<string, number>> = {
  minimal: 1024,
  low: 1024,
  medium: 4096,
  high: 16384,
  xhigh: 24576,
  max: 24576,
}
/** Tokens for the text, in addition to the budget, if the caller set no limit. */
const TEXT_TOKENS = 4096

export type ReasoningLimits = {
  readonly maxTokens: number | undefined
  /** The caller forces a tool call. */
  readonly isForced: boolean
  readonly isLoopWithoutThinking: boolean
}

export type EncodedReasoning = {
  /** Members for additionalModelRequestFields; empty if the model does not think or the caller did not request it. */
  readonly fields: JsonObject
  readonly maxTokens: number | undefined
}

export function encodeReasoning(body: ChatBody, model: string, limits: ReasoningLimits): EncodedReasoning {
  const { maxTokens } = limits
  const effort = requestedEffort(body)
  // The caller's own `thinking` overrides the effort.
  if (isObject(body.thinking)) return { fields: explicitThinking(body.thinking, model, limits), maxTokens }
  if (effort === null) return { fields: {}, maxTokens }
  if (familyOf(model) === 'claude') return claudeThinking(model, effort, limits)
  return { fields: effortFields(model, effort), maxTokens }
}

function requestedEffort(body: ChatBody): string | null {
  const { thinking, reasoning_effort: effort } = body
  if (isObject(thinking)) return null
  if (!isAbsent(thinking)) {
    throw invalidMember('thinking', 'expected an object such as {"type":"enabled","budget_tokens":1024}.')
  }
  if (isAbsent(effort)) return null
  if (typeof effort !== 'string' || !EFFORTS.has(effort)) {
    throw invalidMember('reasoning_effort', 'expected none, minimal, low, medium, high, xhigh or max.')
  }
  return effort === 'none' ? null : effort
}

/** Forwards the caller's `thinking`, but no budget if the tool loop lost its thinking: Claude would reject it. */
function explicitThinking(
  thinking: { readonly type?: unknown },
  model: string,
  { isLoopWithoutThinking }: ReasoningLimits,
): JsonObject {
  const isRejected = isLoopWithoutThinking && thinking.type === 'enabled' && familyOf(model) === 'claude'
  return isRejected ? {} : { thinking }
}

function effortFields(model: string, effort: string): JsonObject {
  switch (familyOf(model)) {
    case 'nova':
      return model.includes('nova-2')
        ? { reasoningConfig: { type: 'enabled', maxReasoningEffort: lowMediumHigh(effort) } }
        : {}
    case 'gpt-oss':
      return { reasoning_effort: lowMediumHigh(effort) }
    default:
      return {}
  }
}

function claudeThinking(model: string, effort: string, limits: ReasoningLimits): EncodedReasoning {
  const { maxTokens, isForced, isLoopWithoutThinking } = limits
  const version = comparableVersion(model)
  // Claude rejects a forced tool together with thinking. The tool wins, because effort is only a preference.
  if (version < 307 || isForced) return { fields: {}, maxTokens }
  if (version >= 406) {
    return {
      fields: { thinking: { type: 'adaptive' }, output_config: { effort: claudeEffort(effort, version) } },
      maxTokens,
    }
  }
  const requested = BUDGETS[effort]!
  // Bedrock's default limit may be smaller than the budget, and Bedrock would reject the request.
  const limit = maxTokens ?? requested + TEXT_TOKENS
  // The limit counts thinking and text. A quarter of it is reserved for the text.
  const budget = Math.min(requested, Math.floor(limit * 0.75))
  if (budget < MIN_BUDGET_TOKENS || isLoopWithoutThinking) return { fields: {}, maxTokens }
  return { fields: { thinking: { type: 'enabled', budget_tokens: budget } }, maxTokens: limit }
}

/** https://platform.claude.com/docs/en/build-with-claude/effort: `max` from 4.6 on, `xhigh` from 4.7. */
function claudeEffort(effort: string, version: number): string {
  if (effort === 'minimal') return 'low'
  return effort === 'xhigh' && version < 407 ? 'high' : effort
}

function lowMediumHigh(effort: string): string {
  if (effort === 'minimal') return 'low'
  return effort === 'xhigh' || effort === 'max' ? 'high' : effort
}
