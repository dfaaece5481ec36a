/** What a call consumed, as the provider counted it. Absent classes are null, never 0. */

/**
 * One meaning for all providers: `inputTokens` is all of the input, `outputTokens` all of the output, and every other class
 * of tokens is a part of one of the two. No token stands in both.
 */
export type Usage = {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  /** Part of the input: read from the provider's prompt cache. */
  readonly cachedTokens: number | null
  /** Part of the input: written to the provider's prompt cache. */
  readonly cachedWriteTokens: number | null
  /** Part of the writes: those kept for an hour instead of minutes. */
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
  /** Counted by us, from the length of the texts, because the provider did not. */
  readonly isEstimate: boolean
}

export const NO_USAGE: Usage = {
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  cachedTokens: null,
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

type Given = Readonly<Record<string, unknown>>

/** A provider's usage object, in any of the spellings we know; null when it counts nothing. */
export function usageFrom(given: Given): Usage | null {
  if ('promptTokenCount' in given || 'candidatesTokenCount' in given) return usageOfGemini(given)
  if ('inputTokens' in given || 'outputTokens' in given) return usageOfConverse(given)
  // Cohere says both what the model saw and what it charges for.
  if (isObject(given['billed_units'])) return usageOfTexts(given['billed_units'])
  return usageOfTexts(given)
}

/** OpenAI's chat, Responses, images and transcriptions; Anthropic; all who speak like them. */
function usageOfTexts(given: Given): Usage | null {
  const inputDetails = details(given, 'prompt_tokens_details', 'input_tokens_details', 'input_token_details')
  const outputDetails = details(given, 'completion_tokens_details', 'output_tokens_details', 'output_token_details')
  const writes = details(given, 'cache_creation')
  const read =
    count(inputDetails['cached_tokens']) ??
    count(given['cache_read_input_tokens']) ??
    count(given['prompt_cache_hit_tokens']) ??
    count(given['cached_tokens'])
  const written = count(inputDetails['cache_write_tokens']) ?? count(given['cache_creation_input_tokens'])
  const reasoning = count(outputDetails['reasoning_tokens']) ?? count(outputDetails['thinking_tokens'])
  const total = count(given['total_tokens'])
  let input = count(given['prompt_tokens'])
  if (input === null) {
    input = count(given['input_tokens'])
    // Anthropic's words: it counts what its cache read and wrote beside the input.
    if (input !== null && 'cache_read_input_tokens' in given)
      input = add(input, count(given['cache_read_input_tokens']))
    if (input !== null && 'cache_creation_input_tokens' in given)
      input = add(input, count(given['cache_creation_input_tokens']))
  }
  let output = count(given['completion_tokens'] ?? given['output_tokens'])
  // Some count reasoning beside the output; their total shows it.
  if (total !== null && reasoning !== null && total === (input ?? 0) + (output ?? 0) + reasoning)
    output = add(output ?? 0, reasoning)
  // Voyage and Jina tell the total alone.
  if (input === null && output === null) input = total
  return checked({
    ...NO_USAGE,
    inputTokens: input,
    outputTokens: output,
    totalTokens: total,
    cachedTokens: read,
    cachedWriteTokens: written,
    cachedWriteLongTokens: count(inputDetails['cache_write_1h_tokens']) ?? count(writes['ephemeral_1h_input_tokens']),
    reasoningTokens: reasoning,
    audioInputTokens: count(inputDetails['audio_tokens']),
    audioOutputTokens: count(outputDetails['audio_tokens']),
    imageInputTokens: count(inputDetails['image_tokens']),
    imageOutputTokens: count(outputDetails['image_tokens']),
    searchUnits: count(given['search_units']) ?? count(details(given, 'server_tool_use')['web_search_requests']),
    audioSeconds: given['type'] === 'duration' ? count(given['seconds']) : null,
  })
}

/** Gemini: cached input is within the input, thoughts and tools' input stand beside the rest. */
function usageOfGemini(given: Given): Usage | null {
  const input = count(given['promptTokenCount'])
  const thoughts = count(given['thoughtsTokenCount'])
  const output = count(given['candidatesTokenCount'])
  return checked({
    ...NO_USAGE,
    inputTokens: input === null ? null : add(input, count(given['toolUsePromptTokenCount'])),
    outputTokens: thoughts === null ? output : add(output ?? 0, thoughts),
    totalTokens: count(given['totalTokenCount']),
    cachedTokens: count(given['cachedContentTokenCount']),
    reasoningTokens: thoughts,
    audioInputTokens: ofModality(given['promptTokensDetails'], 'AUDIO'),
    audioOutputTokens: ofModality(given['candidatesTokensDetails'], 'AUDIO'),
    imageInputTokens: ofModality(given['promptTokensDetails'], 'IMAGE'),
    imageOutputTokens: ofModality(given['candidatesTokensDetails'], 'IMAGE'),
  })
}

/** Bedrock's Converse: what the cache read and wrote stands beside the input. */
function usageOfConverse(given: Given): Usage | null {
  const read = count(given['cacheReadInputTokens'])
  const written = count(given['cacheWriteInputTokens'])
  const input = count(given['inputTokens'])
  return checked({
    ...NO_USAGE,
    inputTokens: input === null ? null : add(add(input, read), written),
    outputTokens: count(given['outputTokens']),
    totalTokens: count(given['totalTokens']),
    cachedTokens: read,
    cachedWriteTokens: written,
  })
}

/** A part is never more than what it is part of, whatever the provider says; null when nothing at all is known. */
function checked(usage: Usage): Usage | null {
  const { inputTokens: input, outputTokens: output } = usage
  const cachedTokens = atMost(usage.cachedTokens, input)
  const cachedWriteTokens = atMost(usage.cachedWriteTokens, input === null ? null : input - (cachedTokens ?? 0))
  const sum = input === null && output === null ? null : add(input ?? 0, output)
  const whole: Usage = {
    ...usage,
    // A total below its parts, or a sum beyond exact numbers, is nobody's count.
    totalTokens: usage.totalTokens !== null && usage.totalTokens >= (sum ?? 0) ? usage.totalTokens : sum,
    cachedTokens,
    cachedWriteTokens,
    cachedWriteLongTokens: atMost(usage.cachedWriteLongTokens, cachedWriteTokens),
    reasoningTokens: atMost(usage.reasoningTokens, output),
    audioInputTokens: atMost(usage.audioInputTokens, input),
    audioOutputTokens: atMost(usage.audioOutputTokens, output),
    imageInputTokens: atMost(usage.imageInputTokens, input),
    imageOutputTokens: atMost(usage.imageOutputTokens, output),
  }
  const isKnown =
    whole.totalTokens !== null || whole.images !== null || whole.searchUnits !== null || whole.audioSeconds !== null
  return isKnown ? whole : null
}

function atMost(part: number | null, whole: number | null): number | null {
  return part === null || whole === null ? part : Math.min(part, whole)
}

function add(count: number, more: number | null): number {
  return Math.min(count + (more ?? 0), Number.MAX_SAFE_INTEGER)
}

function ofModality(rows: unknown, modality: string): number | null {
  if (!Array.isArray(rows)) return null
  const row = (rows as unknown[]).find((item) => isObject(item) && item['modality'] === modality)
  return isObject(row) ? count(row['tokenCount']) : null
}

const NONE: Given = {}

/** Formats name the same details differently; an answer has one of them. */
function details(given: Given, ...names: readonly string[]): Given {
  for (const name of names) {
    const inner = given[name]
    if (isObject(inner)) return inner
  }
  return NONE
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null
}

/** A provider may send anything: only whole, non-negative, exact numbers count. */
function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}
