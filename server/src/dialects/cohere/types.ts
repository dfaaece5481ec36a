/** Types of Cohere's v2 chat and embed API (https://docs.cohere.com/reference/chat, /chat-stream, /embed). */

import type { JsonObject } from '../dialect.ts'

export type CohereRequest = {
  model: string
  messages: CohereMessage[]
  stream: boolean
  tools?: CohereTool[]
  tool_choice?: 'NONE' | 'REQUIRED'
  strict_tools?: boolean
  response_format?: { type: 'json_object'; json_schema?: JsonObject }
  thinking?: { type: 'enabled' | 'disabled'; token_budget?: number }
  max_tokens?: number
  temperature?: number
  /** top_p */
  p?: number
  /** top_k */
  k?: number
  seed?: number
  /** 0 to 1. */
  frequency_penalty?: number
  presence_penalty?: number
  logprobs?: boolean
  stop_sequences?: string[]
  documents?: unknown[]
}

export type CohereTool = {
  type: 'function'
  function: { name: string; description?: string; parameters: JsonObject }
}

export type CohereMessage =
  | { role: 'system'; content: string | CoherePart[] }
  | { role: 'user'; content: string | CoherePart[] }
  | { role: 'tool'; tool_call_id: string; content: string | CoherePart[] }
  | {
      role: 'assistant'
      content?: string | CoherePart[]
      /** Thinking before tool calls. */
      tool_plan?: string
      tool_calls?: CohereToolCall[]
      citations?: unknown[]
    }

export type CoherePart =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string }
  | { type: 'image_url'; image_url: { url: string; detail?: unknown } }
  /** A tool result that the model can cite. */
  | { type: 'document'; document: JsonObject }

export type CohereDocument = { data: { title?: string; text: string } }

export type CohereToolCall = { id: string; type: 'function'; function: { name: string; arguments: string } }

export type CohereUsage = {
  /** Tokens that the model processed. */
  tokens?: { input_tokens?: number; output_tokens?: number } | null
  /** Excludes tokens that Cohere adds. */
  billed_units?: { input_tokens?: number; output_tokens?: number } | null
  cached_tokens?: number | null
}

export type CohereLogprobs = { text?: string; token_ids?: number[]; logprobs?: number[] }

export type CohereResponse = {
  id: string
  finish_reason: string
  message: {
    role: 'assistant'
    content?: string | CoherePart[] | null
    tool_plan?: string | null
    tool_calls?: CohereToolCall[] | null
    citations?: unknown[] | null
  }
  usage?: CohereUsage | null
  logprobs?: CohereLogprobs[] | null
}

export type CohereEvent =
  | { type: 'message-start'; id?: string; delta?: { message?: { role?: string } } }
  | { type: 'content-start'; index: number; delta: { message: { content: ContentPiece } } }
  | {
      type: 'content-delta'
      index: number
      delta: { message: { content: Omit<ContentPiece, 'type'> } }
      logprobs?: CohereLogprobs
    }
  | { type: 'content-end'; index: number }
  | { type: 'tool-plan-delta'; delta: { message: { tool_plan: string } } }
  | { type: 'tool-call-start'; index: number; delta: { message: { tool_calls: CohereToolCall } } }
  | { type: 'tool-call-delta'; index: number; delta: { message: { tool_calls: { function: { arguments: string } } } } }
  | { type: 'tool-call-end'; index: number }
  | { type: 'citation-start'; index: number; delta: { message: { citations: unknown } } }
  | { type: 'citation-end'; index: number }
  | { type: 'message-end'; delta: { finish_reason: string; usage?: CohereUsage | null; error?: string | null } }
  | { type: 'error'; message?: string; error?: string }

type ContentPiece = { type: 'text' | 'thinking'; text?: string; thinking?: string }

export type CohereError = { message?: string; error?: string }

export type EmbedRequest = {
  model?: string
  texts: string[]
  input_type: string
  embedding_types: string[]
  output_dimension?: number
}

export type EmbedResponse = {
  /** By type. Bedrock returns the list of vectors if the request has no `embedding_types`. */
  embeddings: { float?: number[][] } | number[][]
  meta?: { tokens?: { input_tokens?: number }; billed_units?: { input_tokens?: number } }
}
