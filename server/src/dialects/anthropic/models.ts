/** Differences between generations of Claude in the request members they accept, derived from the model's name. */

export type ModelTraits = {
  /** `none`: no thinking; `budget`: a fixed number of tokens; `adaptive`: the model decides, guided by effort. */
  readonly thinking: 'none' | 'budget' | 'adaptive'
  readonly takesEffort: boolean
  readonly takesHighestEffort: boolean
  readonly canStopThinking: boolean
  readonly takesSampling: boolean
  /** False if the model rejects temperature together with top_p. */
  readonly takesBothSamplings: boolean
  readonly takesStrictTools: boolean
}

// claude-3-5-haiku-20241022, claude-sonnet-4-20250514, claude-opus-4-5@20251101, anthropic.claude-opus-4-6-v1, claude-sonnet-5
const OLD_NAME = /claude-(\d)(?:[-.](\d{1,2}))?-[a-z]/
// claude-2.1, anthropic.claude-v2:1, anthropic.claude-instant-v1
const OLDEST_NAME = /claude-(?:instant-)?v?([12])\b/
const NEW_NAME = /claude-([a-z]+)-(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/

/** 100 times the major version plus the minor version; null if the name has no version. */
export function claudeVersion(model: string): number | null {
  const match = OLD_NAME.exec(model) ?? OLDEST_NAME.exec(model)
  if (match) return Number(match[1]) * 100 + Number(match[2] ?? 0)
  const named = NEW_NAME.exec(model)
  return named ? Number(named[2]) * 100 + Number(named[3] ?? 0) : null
}

/** The version for comparisons. A name without a version counts as the newest. */
export function comparableVersion(model: string): number {
  return claudeVersion(model) ?? Number.POSITIVE_INFINITY
}

/**
 * Sources on platform.claude.com/docs: adaptive-thinking (from 4.6; Fable and Mythos cannot stop thinking), effort
 * (Opus 4.5 and from 4.6; xhigh from 4.7), structured-outputs (from 4.5), migration guide (4.7 rejects sampling
 * parameters; from 4.1 a request may have temperature or top_p, not both).
 */
export function modelTraits(model: string): ModelTraits {
  const generation = claudeVersion(model)
  const isAlwaysThinking = /claude-(?:fable|mythos)/.test(model)
  const comparable = comparableVersion(model)
  return {
    thinking: comparable < 307 ? 'none' : comparable < 406 ? 'budget' : 'adaptive',
    takesEffort: comparable >= 406 || /claude-opus-4[-.]5/.test(model),
    takesHighestEffort: comparable >= 407,
    canStopThinking: !isAlwaysThinking,
    // A name without a version may be any model, so the provider decides about the caller's sampling parameters.
    takesSampling: generation === null ? !isAlwaysThinking : generation < 407,
    takesBothSamplings: generation === null || generation < 401,
    takesStrictTools: comparable >= 405,
  }
}
