/** Token usage as providers report it, converted to one format. A class the provider does not report is null, not 0. */

import { isObject, type JsonObject } from './json.ts'
import { add, Counts, type OnFlaw } from './money/usage-counts.ts'

/**
 * `inputTokens` is the whole input and `outputTokens` the whole output, for every provider. All other token classes are
 * part of exactly one of the two.
 */
export type Usage = {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  /** Part of the input: read from the provider's prompt cache. */
  readonly cachedTokens: number | null
  /** Part of `cachedTokens` and of `audioInputTokens`. */
  readonly cachedAudioTokens: number | null
  /** Part of the input: written to the provider's prompt cache. */
  readonly cachedWriteTokens: number | null
  /** Part of `cachedWriteTokens`: writes with a lifetime of one hour instead of minutes. */
  readonly cachedWriteLongTokens: number | null
  /** Part of the output. */
  readonly reasoningTokens: number | null
  readonly audioInputTokens: number | null
  readonly audioOutputTokens: number | null
  readonly imageInputTokens: number | null
  readonly imageOutputTokens: number | null
  readonly images: number | null
  readonly searchUnits: number | null
  readonly characters: number | null
  readonly audioSeconds: number | null
  /** True if the gateway counted some of the tokens itself because the provider did not report them. */
  readonly isEstimate: boolean
}

/** Mutable while it is being built: copying the object costs more than parsing it. */
type Draft = { -readonly [Field in keyof Usage]: Usage[Field] }

export const NO_USAGE: Usage = {
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  cachedTokens: null,
  cachedAudioTokens: null,
  cachedWriteTokens: null,
  cachedWriteLongTokens: null,
  reasoningTokens: null,
  audioInputTokens: null,
  audioOutputTokens: null,
  imageInputTokens: null,
  imageOutputTokens: null,
  images: null,
  searchUnits: null,
  characters: null,
  audioSeconds: null,
  isEstimate: false,
}

const IGNORE: OnFlaw = () => {}

/** Reads a provider's usage object in any known format; null if it contains no counts. */
export function usageFrom(given: JsonObject, onFlaw: OnFlaw = IGNORE): Usage | null {
  if ('promptTokenCount' in given || 'candidatesTokenCount' in given) return usageOfGemini(given, onFlaw)
  if ('inputTokens' in given || 'outputTokens' in given) return usageOfConverse(given, onFlaw)
  if ('inputTokenCount' in given || 'outputTokenCount' in given) return usageOfInvocation(given, onFlaw)
  // Cohere reports processed and billed tokens; the billed ones count.
  if (isObject(given['billed_units'])) return usageOfTexts(given['billed_units'], onFlaw)
  return usageOfTexts(given, onFlaw)
}

/** OpenAI chat, Responses, images and transcriptions; Anthropic; and the providers that use their formats. */
function usageOfTexts(given: JsonObject, onFlaw: OnFlaw): Usage | null {
  const counts = new Counts(given, onFlaw)
  const inputDetails = counts.within('prompt_tokens_details', 'input_tokens_details', 'input_token_details')
  const outputDetails = counts.within('completion_tokens_details', 'output_tokens_details', 'output_token_details')
  const read =
    inputDetails.of('cached_tokens') ??
    counts.of('cache_read_input_tokens', 'prompt_cache_hit_tokens', 'cached_tokens', 'num_cached_tokens')
  const written = inputDetails.of('cache_write_tokens') ?? counts.of('cache_creation_input_tokens')
  const total = counts.of('total_tokens')
  // Perplexity counts citations outside of prompt_tokens and bills them as input.
  let input = plus(counts.of('prompt_tokens'), counts.of('citation_tokens'))
  if (input === null) {
    // Anthropic's input_tokens excludes tokens read from and written to its cache.
    input = plus(
      plus(counts.of('input_tokens'), counts.of('cache_read_input_tokens')),
      counts.of('cache_creation_input_tokens'),
    )
  }
  let output = counts.of('completion_tokens', 'output_tokens')
  let reasoning = outputDetails.of('reasoning_tokens', 'thinking_tokens')
  // Some providers do not include reasoning in the output; the total shows whether they do.
  if (total !== null && reasoning !== null && total === (input ?? 0) + (output ?? 0) + reasoning)
    output = add(output ?? 0, reasoning)
  if (reasoning === null && counts.has('citation_tokens')) {
    reasoning = counts.of('reasoning_tokens')
    output = plus(output, reasoning)
  }
  const usage: Draft = {
    inputTokens: input,
    outputTokens: output,
    totalTokens: counts.has('citation_tokens') ? null : total,
    cachedTokens: read,
    cachedAudioTokens: inputDetails.within('cached_tokens_details').of('audio_tokens'),
    cachedWriteTokens: written,
    cachedWriteLongTokens:
      inputDetails.of('cache_write_1h_tokens') ?? counts.within('cache_creation').of('ephemeral_1h_input_tokens'),
    reasoningTokens: reasoning,
    audioInputTokens: inputDetails.of('audio_tokens'),
    audioOutputTokens: outputDetails.of('audio_tokens'),
    imageInputTokens: inputDetails.of('image_tokens'),
    imageOutputTokens: outputDetails.of('image_tokens'),
    images: null,
    searchUnits:
      counts.of('search_units', 'num_search_queries') ?? counts.within('server_tool_use').of('web_search_requests'),
    characters: null,
    audioSeconds: given['type'] === 'duration' ? counts.seconds('seconds') : counts.seconds('prompt_audio_seconds'),
    isEstimate: false,
  }
  if (counts.has('iterations')) addSeparateIterations(usage, counts, onFlaw)
  return checked(usage, onFlaw)
}

/**
 * Iteration types that Anthropic bills but does not include in its totals. `message` and `fallback_message` (a fallback
 * model produced the response) are included.
 */
const BILLED_SEPARATELY: ReadonlySet<unknown> = new Set(['compaction', 'advisor_message'])
const INCLUDED_IN_TOTALS: ReadonlySet<unknown> = new Set(['message', 'fallback_message'])

/** Adds the iterations that Anthropic excludes from its totals: context compaction and adviser calls. */
function addSeparateIterations(usage: Draft, counts: Counts, onFlaw: OnFlaw): void {
  for (const given of counts.list('iterations')) {
    const { type, model } = given
    if (!BILLED_SEPARATELY.has(type)) {
      if (!INCLUDED_IN_TOTALS.has(type))
        onFlaw('iterations have a type that is not known; the totals are taken to include it')
      continue
    }
    // A price card covers one model. Tokens of another model are counted and billed at this model's price.
    if (typeof model === 'string')
      onFlaw(`${type} tokens may belong to another model; they are priced as the responding model’s`)
    const row = new Counts(given, onFlaw)
    const read = row.of('cache_read_input_tokens')
    const written = row.of('cache_creation_input_tokens')
    usage.inputTokens = plus(plus(plus(usage.inputTokens, row.of('input_tokens')), read), written)
    usage.outputTokens = plus(usage.outputTokens, row.of('output_tokens'))
    usage.cachedTokens = plus(usage.cachedTokens, read)
    usage.cachedWriteTokens = plus(usage.cachedWriteTokens, written)
    usage.cachedWriteLongTokens = plus(
      usage.cachedWriteLongTokens,
      row.within('cache_creation').of('ephemeral_1h_input_tokens'),
    )
    usage.totalTokens = null
  }
}

/** Gemini: the prompt count includes cached tokens; thoughts and tool input are counted separately. */
function usageOfGemini(given: JsonObject, onFlaw: OnFlaw): Usage | null {
  const counts = new Counts(given, onFlaw)
  const thoughts = counts.of('thoughtsTokenCount')
  return checked(
    {
      ...NO_USAGE,
      inputTokens: plus(counts.of('promptTokenCount'), counts.of('toolUsePromptTokenCount')),
      outputTokens: plus(counts.of('candidatesTokenCount', 'responseTokenCount'), thoughts),
      totalTokens: counts.of('totalTokenCount'),
      cachedTokens: counts.of('cachedContentTokenCount'),
      cachedAudioTokens: counts.ofModality('cacheTokensDetails', 'AUDIO'),
      reasoningTokens: thoughts,
      audioInputTokens: counts.ofModality('promptTokensDetails', 'AUDIO'),
      audioOutputTokens: counts.ofModality('candidatesTokensDetails', 'AUDIO'),
      imageInputTokens: counts.ofModality('promptTokensDetails', 'IMAGE'),
      imageOutputTokens: counts.ofModality('candidatesTokensDetails', 'IMAGE'),
    },
    onFlaw,
  )
}

/** Bedrock Converse: inputTokens excludes tokens read from and written to the cache. */
function usageOfConverse(given: JsonObject, onFlaw: OnFlaw): Usage | null {
  const counts = new Counts(given, onFlaw)
  const read = counts.of('cacheReadInputTokens')
  const written = counts.of('cacheWriteInputTokens')
  const long = counts.list('cacheDetails').filter((row) => row['ttl'] === '1h')
  return checked(
    {
      ...NO_USAGE,
      inputTokens: plus(plus(counts.of('inputTokens'), read), written),
      outputTokens: counts.of('outputTokens'),
      totalTokens: counts.of('totalTokens'),
      cachedTokens: read,
      cachedWriteTokens: written,
      cachedWriteLongTokens: long.reduce<number | null>(
        (sum, row) => plus(sum, new Counts(row, onFlaw).of('inputTokens')),
        null,
      ),
    },
    onFlaw,
  )
}

/** Bedrock's own metrics for any model (`amazon-bedrock-invocationMetrics`). */
function usageOfInvocation(given: JsonObject, onFlaw: OnFlaw): Usage | null {
  const counts = new Counts(given, onFlaw)
  const read = counts.of('cacheReadInputTokenCount')
  const written = counts.of('cacheWriteInputTokenCount')
  return checked(
    {
      ...NO_USAGE,
      inputTokens: plus(plus(counts.of('inputTokenCount'), read), written),
      outputTokens: counts.of('outputTokenCount'),
      cachedTokens: read,
      cachedWriteTokens: written,
    },
    onFlaw,
  )
}

/** Caps each part at the size of its whole. Null if nothing is known. */
function checked(usage: Draft, onFlaw: OnFlaw): Usage | null {
  addTotal(usage, onFlaw)
  const { inputTokens: input, outputTokens: output } = usage
  usage.cachedTokens = partOf(input, 'cached tokens', usage.cachedTokens, onFlaw)
  const rest = input === null ? null : input - (usage.cachedTokens ?? 0)
  const written = partOf(rest, 'cached write tokens', usage.cachedWriteTokens, onFlaw)
  usage.cachedWriteTokens = written
  usage.cachedWriteLongTokens = partOf(written, 'long cached write tokens', usage.cachedWriteLongTokens, onFlaw)
  usage.reasoningTokens = partOf(output, 'reasoning tokens', usage.reasoningTokens, onFlaw)
  usage.audioInputTokens = partOf(input, 'audio input tokens', usage.audioInputTokens, onFlaw)
  usage.audioOutputTokens = partOf(output, 'audio output tokens', usage.audioOutputTokens, onFlaw)
  if (usage.cachedAudioTokens !== null)
    usage.cachedAudioTokens = Math.min(usage.cachedAudioTokens, usage.cachedTokens ?? 0, usage.audioInputTokens ?? 0)
  usage.imageInputTokens = partOf(input, 'image input tokens', usage.imageInputTokens, onFlaw)
  usage.imageOutputTokens = partOf(output, 'image output tokens', usage.imageOutputTokens, onFlaw)
  const isKnown =
    usage.totalTokens !== null || usage.images !== null || usage.searchUnits !== null || usage.audioSeconds !== null
  return isKnown ? usage : null
}

function partOf(whole: number | null, name: string, part: number | null, onFlaw: OnFlaw): number | null {
  if (part === null || whole === null || part <= whole) return part
  onFlaw(`${name}: ${part} are more than the ${whole} they are part of`)
  return whole
}

/** Derives a missing half from the total. If total and halves disagree, the halves win. */
function addTotal(usage: Draft, onFlaw: OnFlaw): void {
  const { inputTokens: input, outputTokens: output, totalTokens: total } = usage
  // Voyage and Jina report only the total.
  if (input === null && output === null) usage.inputTokens = total
  else if (total !== null && input !== null && output === null && total > input) usage.outputTokens = total - input
  else if (total !== null && output !== null && input === null && total > output) usage.inputTokens = total - output
  else {
    const sum = add(input ?? 0, output)
    if (total !== null && total !== sum) onFlaw(`the total of ${total} tokens is not the sum of its parts, ${sum}`)
    usage.totalTokens = sum
  }
}

/** Null if both are null. */
function plus(count: number | null, more: number | null): number | null {
  return count === null ? more : add(count, more)
}
