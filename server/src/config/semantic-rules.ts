/** The operator's settings for the semantic cache that configs depend on. */

export type SemanticRules = {
  readonly hasEmbedder: boolean
  /** Default threshold, and the minimum for configs that are not saved. */
  readonly threshold: number
}

const DEFAULT_THRESHOLD = 0.95

export const NO_EMBEDDER =
  'no embedder is configured, so only equal requests are cache hits. Set GATEWAY_EMBEDDER_VIRTUAL_KEY and ' +
  'GATEWAY_EMBEDDER_MODEL, or GATEWAY_EMBEDDER_URL, or GATEWAY_EMBEDDER_FOLDER.'

/** End of the warning for a config that is not saved. */
export const RAISED = ', the minimum the operator allows for a config that is not saved.'

/** Used if no operator settings apply. */
export const DEFAULT_SEMANTIC_RULES: SemanticRules = { hasEmbedder: false, threshold: DEFAULT_THRESHOLD }

/** A saved config can set any threshold. A config in a request can only raise the operator's. */
export function thresholdOf({ threshold }: SemanticRules, requested: number | undefined, isSaved: boolean): number {
  if (requested === undefined) return threshold
  return isSaved ? requested : Math.max(requested, threshold)
}
