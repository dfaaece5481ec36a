/** Why Gemini stopped, in OpenAI's four words. */

const REASONS: Readonly<Record<string, string>> = {
  MAX_TOKENS: 'length',
  SAFETY: 'content_filter',
  PROHIBITED_CONTENT: 'content_filter',
  BLOCKLIST: 'content_filter',
  SPII: 'content_filter',
  LANGUAGE: 'content_filter',
  MODEL_ARMOR: 'content_filter',
  IMAGE_SAFETY: 'content_filter',
  IMAGE_PROHIBITED_CONTENT: 'content_filter',
}

/** A call is always `tool_calls`, although Gemini says STOP; clients run tools on that word only. */
export function finishReason(reason: string, hasCalls: boolean): string {
  if (hasCalls) return 'tool_calls'
  return Object.hasOwn(REASONS, reason) ? REASONS[reason]! : 'stop'
}
