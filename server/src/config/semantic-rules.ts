/** The operator's settings for the semantic cache. Set once at start, before any config is compiled. */

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

let rules: SemanticRules = { hasEmbedder: false, threshold: DEFAULT_THRESHOLD }

export function setSemanticRules(given: SemanticRules): void {
  rules = given
}

export function semanticRules(): SemanticRules {
  return rules
}

/** A saved config can set any threshold. A config in a request can only raise the operator's. */
export function thresholdOf(asked: number | undefined, isSaved: boolean): number {
  if (asked === undefined) return rules.threshold
  return isSaved ? asked : Math.max(asked, rules.threshold)
}
