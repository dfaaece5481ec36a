/** What the operator has decided about semantic answers: set once at the start, before any config is read. */

export type SemanticRules = {
  readonly hasEmbedder: boolean
  /** What configs that name no threshold go by, and the least that one sent along may ask for. */
  readonly threshold: number
}

const DEFAULT_THRESHOLD = 0.95

export const NO_EMBEDDER =
  'no embedder is set up, so only equal requests are answered. Set GATEWAY_EMBEDDER_VIRTUAL_KEY and ' +
  'GATEWAY_EMBEDDER_MODEL, or GATEWAY_EMBEDDER_URL, or GATEWAY_EMBEDDER_FOLDER.'

/** Ends a warning that is about configs sent along, not about saved ones. */
export const RAISED = ', the least the operator allows for a config that is not saved.'

let rules: SemanticRules = { hasEmbedder: false, threshold: DEFAULT_THRESHOLD }

export function setSemanticRules(given: SemanticRules): void {
  rules = given
}

export function semanticRules(): SemanticRules {
  return rules
}

/** A saved config is the operator's word; one sent along may be stricter than the operator, never laxer. */
export function thresholdOf(asked: number | undefined, isSaved: boolean): number {
  if (asked === undefined) return rules.threshold
  return isSaved ? asked : Math.max(asked, rules.threshold)
}
