/** Sets the thinking budget and effort of a request, and drops the sampling parameters that thinking excludes. */

import { type BlockKinds, isLoopWithoutThinking } from '../chat/tool-loop.ts'
import type { ChatBody } from '../chat/types.ts'
import { invalidBody, isAbsent, isObject, type UncheckedObject } from '../json.ts'
import type { OutgoingBlock, OutgoingTurn } from './messages.ts'
import type { ModelTraits } from './models.ts'
import type { MessagesRequest, MessagesToolChoice, ThinkingConfig } from './types.ts'

/** Anthropic requires max_tokens, OpenAI does not. */
const DEFAULT_MAX_TOKENS = 4096
/** Anthropic rejects smaller budgets. */
const MIN_BUDGET_TOKENS = 1024
/**
 * By OpenAI's effort: Anthropic's effort, and a thinking budget. Each budget plus DEFAULT_MAX_TOKENS is below 32,000
 * tokens, the smallest output limit of a Claude that thinks.
 */
const EFFORTS: Readonly<Record<string, { readonly effort: string; readonly budgetTokens: number }>> = {
  minimal: { effort: 'low', budgetTokens: 1024 },
  low: { effort: 'low', budgetTokens: 1024 },
  medium: { effort: 'medium', budgetTokens: 4096 },
  high: { effort: 'high', budgetTokens: 16384 },
  xhigh: { effort: 'xhigh', budgetTokens: 24576 },
  max: { effort: 'max', budgetTokens: 24576 },
}

/** A caller's own `thinking` is forwarded unchecked. */
export type OutgoingThinking = UncheckedObject<ThinkingConfig>

export type ThinkingMembers = {
  readonly maxTokens: number
  readonly thinking: OutgoingThinking | null
  readonly effort: string | null
}

/** The parts of the request that restrict thinking. */
export type ThinkingContext = {
  readonly choice: UncheckedObject<MessagesToolChoice> | undefined
  readonly turns: readonly OutgoingTurn[]
}

export const BLOCK_KINDS: BlockKinds<OutgoingBlock> = {
  isResult: (block) => block.type === 'tool_result',
  isThinking: (block) => block.type === 'thinking' || block.type === 'redacted_thinking',
}

export function encodeThinking(body: ChatBody, traits: ModelTraits, context: ThinkingContext): ThinkingMembers {
  const maxTokens =
    readNumber(body.max_completion_tokens, 'max_completion_tokens') ?? readNumber(body.max_tokens, 'max_tokens')
  const requested = readEffort(body.reasoning_effort)
  const effort = requested === null || !traits.takesEffort ? null : effortFor(requested, traits)
  if (!isAbsent(body.thinking)) return { ...explicitThinking(body.thinking, maxTokens, context.turns), effort }
  // Anthropic rejects a forced tool together with thinking. The tool wins, because effort is only a preference.
  const isForced = context.choice?.type === 'any' || context.choice?.type === 'tool'
  if (requested === null || traits.thinking === 'none' || (isForced && requested !== 'none')) {
    return { maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS, thinking: null, effort }
  }
  if (requested === 'none') {
    // Budget models do not think by default. Models that always think get the lowest effort instead.
    const isStopped = traits.thinking === 'adaptive' && traits.canStopThinking
    return { maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS, thinking: isStopped ? { type: 'disabled' } : null, effort }
  }
  const { budgetTokens } = EFFORTS[requested]!
  if (traits.thinking === 'adaptive') {
    return { maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS + budgetTokens, thinking: { type: 'adaptive' }, effort }
  }
  return { ...budgetThinking(context.turns, budgetTokens, maxTokens), effort }
}

function readEffort(value: unknown): string | null {
  if (isAbsent(value)) return null
  if (typeof value === 'string' && (value === 'none' || Object.hasOwn(EFFORTS, value))) return value
  throw invalidBody(
    'reasoning_effort',
    `\`reasoning_effort\` ${JSON.stringify(value)} is unknown.`,
    'Use none, minimal, low, medium, high, xhigh or max.',
  )
}

function readNumber(value: unknown, param: string): number | null {
  if (isAbsent(value)) return null
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalidBody(param, `\`${param}\` must be a number.`, 'Send a number, or leave the member out.')
}

function effortFor(requested: string, traits: ModelTraits): string | null {
  if (requested === 'none') return traits.canStopThinking ? null : 'low'
  const { effort } = EFFORTS[requested]!
  return effort === 'xhigh' && !traits.takesHighestEffort ? 'high' : effort
}

/**
 * The caller's own `thinking` is forwarded, with two exceptions: a budget that does not fit into max_tokens is reduced, and
 * a budget is left out if the tool loop lost its thinking.
 */
function explicitThinking(
  value: unknown,
  maxTokens: number | null,
  turns: readonly OutgoingTurn[],
): Omit<ThinkingMembers, 'effort'> {
  if (!isObject(value)) throw invalidBody('thinking', '`thinking` must be an object.', 'Send { type, budget_tokens }.')
  const thinking: OutgoingThinking = value
  const budget = readNumber(thinking.budget_tokens, 'thinking.budget_tokens')
  if (budget === null) return { maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS, thinking }
  if (isLoopWithoutThinking(turns, BLOCK_KINDS)) return { maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS, thinking: null }
  if (maxTokens === null) return { maxTokens: budget + DEFAULT_MAX_TOKENS, thinking }
  if (budget < maxTokens) return { maxTokens, thinking }
  if (maxTokens <= MIN_BUDGET_TOKENS) {
    throw invalidBody(
      'thinking.budget_tokens',
      `Thinking needs at least ${MIN_BUDGET_TOKENS} tokens and max_tokens is ${maxTokens}.`,
      'Raise max_tokens above the budget, or leave thinking out.',
    )
  }
  return { maxTokens, thinking: { ...thinking, budget_tokens: maxTokens - 1 } }
}

function budgetThinking(
  turns: readonly OutgoingTurn[],
  requestedTokens: number,
  maxTokens: number | null,
): Omit<ThinkingMembers, 'effort'> {
  const limit = maxTokens ?? DEFAULT_MAX_TOKENS + requestedTokens
  // The limit counts thinking and text. A quarter of it is reserved for the text.
  const budget = Math.min(requestedTokens, Math.floor(limit * 0.75))
  if (budget < MIN_BUDGET_TOKENS || isLoopWithoutThinking(turns, BLOCK_KINDS)) {
    return { maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS, thinking: null }
  }
  return { maxTokens: limit, thinking: { type: 'enabled', budget_tokens: budget } }
}

type Sampling = Pick<MessagesRequest, 'temperature' | 'top_p' | 'top_k'>

/** Drops sampling parameters that the model, or thinking, does not allow: Anthropic would return 400. */
export function encodeSampling(body: ChatBody, traits: ModelTraits, thinking: OutgoingThinking | null): Sampling {
  const temperature = readNumber(body.temperature, 'temperature')
  const topP = readNumber(body.top_p, 'top_p')
  const topK = readNumber(body.top_k, 'top_k')
  if (!traits.takesSampling) return {}
  if (isThinking(thinking)) return topP !== null && topP >= 0.95 ? { top_p: topP } : {}
  const isTopPDropped = temperature !== null && !traits.takesBothSamplings
  return {
    ...(temperature !== null && { temperature: Math.min(1, Math.max(0, temperature)) }),
    ...(topP !== null && !isTopPDropped && { top_p: topP }),
    ...(topK !== null && { top_k: topK }),
  }
}

export function isThinking(thinking: OutgoingThinking | null): boolean {
  return thinking !== null && thinking.type !== 'disabled'
}
