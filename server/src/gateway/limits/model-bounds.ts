/** The output, context and image limits of models, for requests that set no limit themselves. */

export type ModelBounds = {
  /** The most tokens in one response. */
  readonly outputTokens: number
  /** The most tokens in one request; null if unknown. */
  readonly contextTokens: number | null
  readonly imageTokens: number
}

const USUAL: ModelBounds = { outputTokens: 16_384, contextTokens: null, imageTokens: 6_000 }

/** The first match wins. Where models of a family differ, the largest value is used: a hold must never be too small. */
const FAMILIES: readonly (readonly [pattern: RegExp, bounds: Partial<ModelBounds>])[] = [
  [/realtime/, { outputTokens: 4_096, contextTokens: 128_000 }],
  [/gpt-4o-mini/, { outputTokens: 16_384, contextTokens: 128_000, imageTokens: 50_000 }],
  [/gpt-4o|chatgpt-4o/, { outputTokens: 16_384, contextTokens: 128_000 }],
  [/gpt-4\.1/, { outputTokens: 32_768, contextTokens: 1_047_576 }],
  [/gpt-[5-9]/, { outputTokens: 128_000, contextTokens: 1_050_000 }],
  [/(^|\/)o[1-9]\b/, { outputTokens: 100_000, contextTokens: 200_000 }],
  [/gpt-4-turbo|gpt-4-1106|gpt-4-0125/, { outputTokens: 4_096, contextTokens: 128_000 }],
  [/gpt-4\b|gpt-3\.5/, { outputTokens: 16_385, contextTokens: 32_768 }],
  [/claude-(3-[05]|3-haiku|3-opus|3-sonnet|instant|2)/, { outputTokens: 8_192, contextTokens: 200_000 }],
  [/claude/, { outputTokens: 128_000, contextTokens: 1_000_000 }],
  [/gemini-(1\.|2\.0)/, { outputTokens: 8_192, contextTokens: 2_097_152 }],
  [/gemini/, { outputTokens: 65_536, contextTokens: 1_048_576 }],
  [/deepseek/, { outputTokens: 65_536, contextTokens: 131_072 }],
  [/grok/, { outputTokens: 131_072, contextTokens: 2_000_000 }],
]

/** The context size that is assumed for models whose context size is not known. */
export const USUAL_CONTEXT_TOKENS = 200_000

const MAX_CACHED = 1_000
const cached = new Map<string, ModelBounds>()

export function boundsOf(model: string | null): ModelBounds {
  if (model === null) return USUAL
  const known = cached.get(model)
  if (known) return known
  const name = model.toLowerCase()
  const family = FAMILIES.find(([pattern]) => pattern.test(name))
  const bounds = family ? { ...USUAL, ...family[1] } : USUAL
  // Names come from callers, so their number must be bounded.
  if (cached.size >= MAX_CACHED) cached.clear()
  cached.set(model, bounds)
  return bounds
}
