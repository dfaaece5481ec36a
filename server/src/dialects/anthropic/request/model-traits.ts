/** What differs between generations of Claude in the request they take; read from the model's name. */

export type ModelTraits = {
  /** `none`: no thinking at all; `budget`: a fixed number of tokens; `adaptive`: the model decides, steered by effort. */
  readonly thinking: 'none' | 'budget' | 'adaptive'
  readonly takesEffort: boolean
  readonly takesHighestEffort: boolean
  readonly canStopThinking: boolean
  readonly takesSampling: boolean
  /** False where temperature and top_p exclude each other. */
  readonly takesBothSamplings: boolean
  readonly takesStrictTools: boolean
}

// claude-3-5-haiku-20241022, claude-sonnet-4-20250514, claude-opus-4-5@20251101, anthropic.claude-opus-4-6-v1, claude-sonnet-5
const OLD_NAME = /claude-(\d)(?:[-.](\d))?-[a-z]/
const NEW_NAME = /claude-([a-z]+)-(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/

/** Major times 100 plus minor; null for names that say nothing, which are taken for the newest. */
function generationOf(model: string): number | null {
  const match = OLD_NAME.exec(model)
  if (match) return Number(match[1]) * 100 + Number(match[2] ?? 0)
  const named = NEW_NAME.exec(model)
  return named ? Number(named[2]) * 100 + Number(named[3] ?? 0) : null
}

/**
 * Sources: platform.claude.com/docs, pages adaptive-thinking (4.6 and later; Fable and Mythos cannot stop thinking), effort (Opus 4.5
 * and 4.6 and later; xhigh from 4.7), structured-outputs (4.5 and later), migration guide (4.7 refuses sampling parameters; from 4.1
 * temperature and top_p exclude each other).
 */
export function modelTraits(model: string): ModelTraits {
  const generation = generationOf(model)
  const isAlwaysThinking = /claude-(?:fable|mythos)/.test(model)
  const age = generation ?? Number.POSITIVE_INFINITY
  return {
    thinking: age < 307 ? 'none' : age < 406 ? 'budget' : 'adaptive',
    takesEffort: age >= 406 || /claude-opus-4[-.]5/.test(model),
    takesHighestEffort: age >= 407,
    canStopThinking: !isAlwaysThinking,
    // A name that says nothing may stand for any model: what its caller sends is left to the provider.
    takesSampling: generation === null ? !isAlwaysThinking : generation < 407,
    takesBothSamplings: generation === null || generation < 401,
    takesStrictTools: age >= 405,
  }
}
