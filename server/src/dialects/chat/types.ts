/**
 * OpenAI's chat completions (https://platform.openai.com/docs/api-reference/chat): request, response and stream chunk.
 * "Not OpenAI's" marks members that only other hosts have, "Added" marks members that this gateway adds.
 */

import type { JsonObject } from '../dialect.ts'
import type { UncheckedObject } from '../json.ts'

export type ChatRequest = {
  model: string
  messages: ChatMessage[]
  stream?: boolean
  stream_options?: { include_usage?: boolean }
  max_tokens?: number
  max_completion_tokens?: number
  temperature?: number
  top_p?: number
  n?: number
  seed?: number
  stop?: string | string[]
  frequency_penalty?: number
  presence_penalty?: number
  logit_bias?: JsonObject
  logprobs?: boolean
  top_logprobs?: number
  response_format?: ChatResponseFormat
  tools?: ChatTool[]
  tool_choice?: ChatToolChoice
  parallel_tool_calls?: boolean
  /** Replaced by `tools` and `tool_choice`. */
  functions?: ChatFunction[]
  function_call?: 'auto' | 'none' | { name: string }
  reasoning_effort?: string
  modalities?: string[]
  audio?: JsonObject
  prediction?: JsonObject
  web_search_options?: WebSearchOptions
  verbosity?: string
  user?: string
  safety_identifier?: string
  metadata?: JsonObject
  store?: boolean
  service_tier?: string
  prompt_cache_key?: string
  prompt_cache_retention?: string
  /** Not OpenAI's: many hosts accept it. */
  top_k?: number
  /** Anthropic's members, accepted in a chat request. */
  thinking?: { type: string; budget_tokens?: number; token_budget?: number }
  system?: string | ChatPart[]
  output_config?: JsonObject
  /** Google's members, accepted in a chat request in both spellings. */
  generationConfig?: JsonObject
  generation_config?: JsonObject
  thinkingConfig?: JsonObject
  thinking_config?: JsonObject
  google?: GoogleOptions
  extra_body?: { google?: GoogleOptions }
}

type GoogleOptions = { thinking_config?: JsonObject; thinkingConfig?: JsonObject }

export type WebSearchOptions = {
  search_context_size?: string
  user_location?: { type: 'approximate'; approximate: JsonObject }
  /** Not OpenAI's: from the Responses tool `web_search`. */
  allowed_domains?: string[]
}

export type ChatResponseFormat =
  | { type: 'text' }
  | { type: 'json_object' }
  | {
      type: 'json_schema'
      json_schema: { name: string; description?: string; schema?: JsonObject; strict?: boolean }
    }

export type ChatFunction = {
  name: string
  description?: string
  parameters?: JsonObject
  strict?: boolean
  cache_control?: JsonObject
}

export type ChatTool = {
  type: string
  function?: ChatFunction
  custom?: JsonObject
  /** Added: Anthropic's cache marker. */
  cache_control?: JsonObject
}

export type ChatToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { type: 'function'; function: { name: string } }
  | { type: 'allowed_tools'; allowed_tools: { mode: string; tools: ChatTool[] } }

export type ChatMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage

/** `cache_control` on messages, parts, tools and calls is added: Anthropic's cache marker. */
type SystemMessage = { role: 'system' | 'developer'; content: string | ChatPart[]; cache_control?: JsonObject }

type UserMessage = { role: 'user'; content: string | ChatPart[]; name?: string; cache_control?: JsonObject }

type ToolMessage = {
  /** `function` is OpenAI's former role for tool results; it names the function in `name`. */
  role: 'tool' | 'function'
  tool_call_id?: string
  content: string | ChatPart[] | null
  name?: string
  /** Added: the tool failed. */
  is_error?: boolean
  cache_control?: JsonObject
}

export type AssistantMessage = {
  role: 'assistant'
  /** Null if the message only has tool calls. Mistral's models send parts, some of them thinking. */
  content?: string | ChatPart[] | null
  refusal?: string | null
  tool_calls?: ChatToolCall[] | null
  function_call?: { name: string; arguments: string } | null
  annotations?: ChatAnnotation[] | null
  /** Not OpenAI's: readable thinking. Most hosts use the first name, Groq and OpenRouter the second. */
  reasoning_content?: string | null
  reasoning?: string | null
  /** Not OpenAI's: thinking with signatures, which the provider needs back in the next turn. */
  reasoning_details?: ReasoningDetail[] | null
  /** Encoded in the format that the request names; Gemini always returns PCM. */
  audio?: ChatAudio | null
  /** Not OpenAI's: images that the model generated. */
  images?: ChatImage[] | null
  /** Not OpenAI's: sources, in the provider's format. */
  citations?: unknown[] | null
  /** Added: Anthropic's content blocks, unchanged, if the other members cannot represent them. */
  content_blocks?: JsonObject[]
  cache_control?: JsonObject
}

/** A part of a message's content. `thinking` is Mistral's. */
export type ChatPart =
  | { type: 'text'; text: string; cache_control?: JsonObject }
  | { type: 'refusal'; refusal: string; cache_control?: JsonObject }
  | {
      type: 'image_url'
      image_url: string | { url: string; detail?: string; mime_type?: string }
      cache_control?: JsonObject
    }
  | { type: 'video_url'; video_url: string | { url: string; mime_type?: string }; cache_control?: JsonObject }
  | { type: 'input_audio'; input_audio: { data: string; format: string }; cache_control?: JsonObject }
  /** `citations` is not OpenAI's: it turns on citations of the document, as in Anthropic's and Bedrock's formats. */
  | { type: 'file'; file: ChatFile; citations?: JsonObject; cache_control?: JsonObject }
  | { type: 'document'; document: JsonObject }
  | { type: 'thinking'; thinking: string | { type: 'text'; text: string }[] }

export type ChatFile = {
  filename?: string
  /** A data: URL, or base64. */
  file_data?: string
  file_id?: string
  /** Not OpenAI's. */
  file_url?: string
  mime_type?: string
  format?: string
}

export type ChatToolCall = {
  id: string
  type?: string
  function: { name: string; arguments: string }
  /** Position among the message's calls. Required in stream chunks; some hosts send it in complete messages too. */
  index?: number
  extra_content?: ExtraContent
  cache_control?: JsonObject
}

/** Google's extension of OpenAI's format: the signature that Gemini needs back with a call or an image. */
export type ExtraContent = { google: { thought_signature: string } }

export type ChatImage = {
  type: 'image_url'
  image_url: { url: string }
  index?: number
  extra_content?: ExtraContent
}

/** `data` is base64. In a stream, each chunk has a piece. `expires_at` is 0 if the id cannot be used later (Gemini). */
export type ChatAudio = { id?: string; data?: string; expires_at?: number; transcript?: string }

export type ChatAnnotation = { type: 'url_citation'; url_citation: JsonObject }

/** In a stream, `text` comes in pieces. Pieces with the same `index` belong together. */
export type ReasoningDetail =
  | { type: 'thinking'; text?: string; signature?: string | null; format?: string; index?: number }
  | { type: 'redacted'; data: string; format?: string; index?: number }

/** OpenAI's values. Other hosts send more, such as Mistral's `model_length`. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'function_call'

/** OpenAI always sends the first three. Other hosts may leave out any member. */
export type ChatUsage = {
  prompt_tokens?: number
  completion_tokens?: number
  total_tokens?: number
  prompt_tokens_details?: {
    cached_tokens?: number | null
    audio_tokens?: number | null
    /** Not OpenAI's. */
    image_tokens?: number | null
    cache_write_tokens?: number | null
    cache_write_1h_tokens?: number | null
  } | null
  completion_tokens_details?: {
    reasoning_tokens?: number | null
    audio_tokens?: number | null
    image_tokens?: number | null
  } | null
  /** Moonshot's and DeepSeek's names for `cached_tokens`. */
  cached_tokens?: number | null
  prompt_cache_hit_tokens?: number | null
}

export type ChatLogprobs = { content?: ChatTokenLogprob[] | null; refusal?: ChatTokenLogprob[] | null }

export type ChatTokenLogprob = {
  token: string
  logprob: number
  bytes?: number[] | null
  top_logprobs?: { token: string; logprob: number; bytes?: number[] | null }[] | null
}

export type ChatCompletion = {
  id?: string
  object?: string
  created?: number
  model?: string
  choices: {
    index: number
    message: AssistantMessage
    logprobs?: ChatLogprobs | null
    finish_reason?: string | null
    /** Added: Gemini's grounding metadata, only with `strict_open_ai_compliance: false`. */
    groundingMetadata?: unknown
  }[]
  /** Not OpenAI's: the URLs of sources (Perplexity, xAI), and the same with titles (Perplexity). */
  citations?: unknown[] | null
  search_results?: unknown[] | null
  usage?: ChatUsage | null
  service_tier?: string | null
  /** Added: the provider's slug. */
  provider?: string
}

/** The members of an assistant message, in pieces. */
export type ChatDelta = Omit<AssistantMessage, 'role' | 'tool_calls'> & {
  role?: string | null
  tool_calls?: ChatToolCallDelta[] | null
}

export type ChatToolCallDelta = {
  index: number
  id?: string | null
  type?: string | null
  function?: { name?: string | null; arguments?: string | null }
  extra_content?: ExtraContent
}

/** The last chunk may have no choices, only `usage`. */
export type ChatChunk = {
  id?: string | null
  /** Perplexity sends other values than `chat.completion.chunk`. */
  object?: string
  created?: number
  model?: string
  choices: {
    index: number
    delta: ChatDelta
    logprobs?: ChatLogprobs | null
    finish_reason?: string | null
    groundingMetadata?: unknown
  }[]
  usage?: ChatUsage | null
  service_tier?: string | null
  /** Groq reports usage here. */
  x_groq?: { usage?: ChatUsage }
  citations?: unknown[] | null
  search_results?: unknown[] | null
}

export type ErrorBody = { message: string; type: string; param: unknown; code: string | null }

/** A response with an error status, or the last chunk of a stream that failed. */
export type ErrorResponse = { error: ErrorBody }

/** What a stream decoder emits. */
export type ChatStreamItem = ChatChunk | ErrorResponse

export type ChatBody = UncheckedObject<ChatRequest>
