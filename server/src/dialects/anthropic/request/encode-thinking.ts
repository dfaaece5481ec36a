/** How long and how hard the model may think, and the sampling members that thinking forbids. */

import type { JsonObject } from '../../dialect.ts'
import { isLoopWithoutThinking, type LoopTurn, type LoopWords } from '../../reasoning/tool-loop.ts'
import { isGiven, isObject, numberOf, refusal } from '../json-value.ts'
import type { ModelTraits } from './model-traits.ts'

/** Anthropic requires max_tokens, OpenAI does not. */
const DEFAULT_MAX_TOKENS = 4096
/** Anthropic refuses smaller budgets. */
const MIN_BUDGET_TOKENS = 1024
/** OpenAI's words for effort: Anthropic's word, and a budget for models that know only budgets. All fit into 32,000 tokens. */
const EFFORTS: Readonly<Record<string, { readonly effort: string; readonly budgetTokens: number }>> = {
  minimal: { effort: 'low', budgetTokens: 1024 },
  low: { effort: 'low', budgetTokens: 1024 },
  medium: { effort: 'medium', budgetTokens: 4096 },
  high: { effort: 'high', budgetTokens: 16384 },
  xhigh: { effort: 'xhigh', budgetTokens: 24576 },
  max: { effort: 'max', budgetTokens: 24576 },
}

export type ThinkingMembers = {
  readonly maxTokens: number
  readonly thinking: JsonObject | null
  readonly effort: string | null
}

/** What has a bearing on thinking beside the members that ask for it. */
export type ThinkingContext = { readonly choice: JsonObject | undefined; readonly turns: readonly LoopTurn[] }

export const LOOP_WORDS: LoopWords = {
  isResult: (block) => block.type === 'tool_result',
  isThinking: (block) => block.type === 'thinking' || block.type === 'redacted_thinking',
}

export function encodeThinking(body: JsonObject, traits: ModelTraits, context: ThinkingContext): ThinkingMembers {
  const maxTokens =
    numberOf(body.max_completion_tokens, 'max_completion_tokens') ?? numberOf(body.max_tokens, 'max_tokens')
  const wanted = readEffort(body.reasoning_effort)
  const effort = wanted === null || !traits.takesEffort ? null : effortFor(wanted, traits)
  if (isGiven(body.thinking)) return { ...explicitThinking(body.thinking, maxTokens, context.turns), effort }
  // A forced tool excludes thinking; the tool is what the caller said, effort is a wish.
  const isForced = context.choice?.type === 'any' || context.choice?.type === 'tool'
  if (wanted === null || traits.thinking === 'none' || (isForced && wanted !== 'none')) {
    return { maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS, thinking: null, effort }
  }
  if (wanted === 'none') {
    // Models of the budget kind do not think unless told; those that always think can only think little.
    const thinking = traits.thinking === 'adaptive' && traits.canStopThinking ? { type: 'disabled' } : null
    return { maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS, thinking, effort }
  }
  const { budgetTokens } = EFFORTS[wanted]!
  if (traits.thinking === 'adaptive') {
    return { maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS + budgetTokens, thinking: { type: 'adaptive' }, effort }
  }
  return { ...budgetThinking(context.turns, budgetTokens, maxTokens), effort }
}

function readEffort(value: unknown): string | null {
  if (!isGiven(value)) return null
  if (value === 'none' || (typeof value === 'string' && Object.hasOwn(EFFORTS, value))) return value as string
  throw refusal(
    'reasoning_effort',
    `\`reasoning_effort\` ${JSON.stringify(value)} is not known.`,
    'Use none, minimal, low, medium, high, xhigh or max.',
  )
}

function effortFor(wanted: string, traits: ModelTraits): string | null {
  if (wanted === 'none') return traits.canStopThinking ? null : 'low'
  const { effort } = EFFORTS[wanted]!
  return effort === 'xhigh' && !traits.takesHighestEffort ? 'high' : effort
}

/**
 * Anthropic's own member wins and goes along; only a budget that could never be kept is brought below max_tokens, and one that
 * a tool loop without its thinking forbids is left out for this call.
 */
function explicitThinking(
  value: unknown,
  maxTokens: number | null,
  turns: readonly LoopTurn[],
): Omit<ThinkingMembers, 'effort'> {
  if (!isObject(value)) throw refusal('thinking', '`thinking` must be an object.', 'Send { type, budget_tokens }.')
  const budget = numberOf(value.budget_tokens, 'thinking.budget_tokens')
  if (budget === null) return { maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS, thinking: value }
  if (isLoopWithoutThinking(turns, LOOP_WORDS)) return { maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS, thinking: null }
  if (maxTokens === null) return { maxTokens: budget + DEFAULT_MAX_TOKENS, thinking: value }
  if (budget < maxTokens) return { maxTokens, thinking: value }
  if (maxTokens <= MIN_BUDGET_TOKENS) {
    throw refusal(
      'thinking.budget_tokens',
      `Thinking needs at least ${MIN_BUDGET_TOKENS} tokens and max_tokens is ${maxTokens}.`,
      'Raise max_tokens above the budget, or leave thinking out.',
    )
  }
  return { maxTokens, thinking: { ...value, budget_tokens: maxTokens - 1 } }
}

function budgetThinking(
  turns: readonly LoopTurn[],
  wantedTokens: number,
  maxTokens: number | null,
): Omit<ThinkingMembers, 'effort'> {
  const limit = maxTokens ?? DEFAULT_MAX_TOKENS + wantedTokens
  // A quarter stays for the answer itself: OpenAI's limit counts both.
  const budget = Math.min(wantedTokens, Math.floor(limit * 0.75))
  if (budget < MIN_BUDGET_TOKENS || isLoopWithoutThinking(turns, LOOP_WORDS)) {
    return { maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS, thinking: null }
  }
  return { maxTokens: limit, thinking: { type: 'enabled', budget_tokens: budget } }
}

/** Anthropic answers 400 to sampling members where a model or its thinking forbids them; as wishes they are dropped there. */
export function encodeSampling(body: JsonObject, traits: ModelTraits, thinking: JsonObject | null): JsonObject {
  const temperature = numberOf(body.temperature, 'temperature')
  const topP = numberOf(body.top_p, 'top_p')
  const topK = numberOf(body.top_k, 'top_k')
  if (!traits.takesSampling) return {}
  if (isThinking(thinking)) return topP !== null && topP >= 0.95 ? { top_p: topP } : {}
  const isTopPDropped = temperature !== null && !traits.takesBothSamplings
  return {
    ...(temperature !== null && { temperature: Math.min(1, Math.max(0, temperature)) }),
    ...(topP !== null && !isTopPDropped && { top_p: topP }),
    ...(topK !== null && { top_k: topK }),
  }
}

export function isThinking(thinking: JsonObject | null): boolean {
  return thinking !== null && thinking.type !== 'disabled'
}
