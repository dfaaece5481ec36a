/** Anthropic's Messages API (https://platform.claude.com/docs/en/api/messages): request, response, stream events, errors. */

import type { JsonObject } from '../dialect.ts'

export type MessagesRequest = {
  model: string
  max_tokens: number
  messages: MessagesTurn[]
  system?: string | RequestBlock[]
  tools?: MessagesTool[]
  tool_choice?: MessagesToolChoice
  thinking?: ThinkingConfig
  output_config?: OutputConfig
  temperature?: number
  top_p?: number
  top_k?: number
  stop_sequences?: string[]
  metadata?: { user_id?: string | null }
  service_tier?: 'auto' | 'standard_only'
  stream?: boolean
  cache_control?: JsonObject
  container?: unknown
  mcp_servers?: unknown[]
  inference_geo?: string
  thread?: unknown
  context_management?: JsonObject
  diagnostics?: unknown
  speed?: string
  betas?: string[]
  /** In the body only on Vertex and Bedrock; Anthropic reads these as headers. */
  anthropic_version?: string
  anthropic_beta?: string[]
}

/** Turns with the role `system` in the middle of a conversation are accepted by newer models. */
export type MessagesTurn = { role: 'user' | 'assistant' | 'system'; content: string | RequestBlock[] }

export type ThinkingConfig = { type: 'enabled' | 'disabled' | 'adaptive'; budget_tokens?: number }

export type OutputConfig = { effort?: string; format?: { type: 'json_schema'; schema: JsonObject } }

export type MessagesTool = {
  /** Missing or `custom` for the caller's functions; else one of Anthropic's tools, such as `bash_20250124`. */
  type?: string
  name: string
  description?: string
  input_schema?: JsonObject
  strict?: boolean
  cache_control?: JsonObject
  defer_loading?: boolean
  allowed_callers?: string[]
  input_examples?: unknown[]
  eager_input_streaming?: boolean
  /** This and the next two members belong to the tool `web_search_20250305`. */
  user_location?: JsonObject
  allowed_domains?: string[]
  blocked_domains?: string[]
}

export type MessagesToolChoice = {
  type: 'auto' | 'any' | 'tool' | 'none'
  name?: string
  disable_parallel_tool_use?: boolean
}

export type TextBlock = { type: 'text'; text: string; citations?: unknown[] | null; cache_control?: JsonObject }
/** The first event of a streamed block has no signature on some relays. */
export type ThinkingBlock = { type: 'thinking'; thinking: string; signature?: string }
export type RedactedThinkingBlock = { type: 'redacted_thinking'; data: string }
export type ToolUseBlock = {
  type: 'tool_use'
  id: string
  name: string
  input: JsonObject
  /** `direct` if the model made the call. Other types are tools that Anthropic runs, such as code execution. */
  caller?: { type: string } | null
  cache_control?: JsonObject
}

export type RequestBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | ImageBlock
  | DocumentBlock
  | { type: 'search_result'; source: string; title: string; content: TextBlock[]; cache_control?: JsonObject }
  | { type: 'tool_reference'; tool_name: string; cache_control?: JsonObject }
  | { type: 'container_upload'; file_id: string; cache_control?: JsonObject }

export type ToolResultBlock = {
  type: 'tool_result'
  tool_use_id: string
  content?: string | RequestBlock[]
  is_error?: boolean
  cache_control?: JsonObject
}

export type ImageBlock = { type: 'image'; source: BlockSource; cache_control?: JsonObject }
export type DocumentBlock = {
  type: 'document'
  source: BlockSource
  title?: string | null
  context?: string | null
  citations?: JsonObject | null
  cache_control?: JsonObject
}

export type BlockSource =
  | { type: 'base64'; media_type: string; data: string }
  | { type: 'text'; media_type: 'text/plain'; data: string }
  | { type: 'url'; url: string }
  | { type: 'file'; file_id: string }
  | { type: 'content'; content: string | RequestBlock[] }

/** Blocks that Anthropic's own tools produce have other types and members. */
export type ResponseBlock = TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | ServerBlock
type ServerBlock = {
  type:
    | 'server_tool_use'
    | 'mcp_tool_use'
    | 'mcp_tool_result'
    | 'compaction'
    | 'container_upload'
    | `${string}_tool_result`
}

export type MessagesUsage = {
  input_tokens?: number | null
  output_tokens?: number
  cache_read_input_tokens?: number | null
  cache_creation_input_tokens?: number | null
  cache_creation?: { ephemeral_5m_input_tokens?: number; ephemeral_1h_input_tokens?: number } | null
  output_tokens_details?: { thinking_tokens?: number } | null
}

export type StopDetails = { type: 'refusal'; explanation?: string | null }

export type MessagesResponse = {
  id: string
  type: 'message'
  role: 'assistant'
  model: string
  content: ResponseBlock[]
  stop_reason?: string | null
  stop_sequence?: string | null
  stop_details?: StopDetails | null
  usage?: MessagesUsage
}

export type MessagesError = {
  type: 'error'
  error: { type: string; message: string; details?: { error_code?: string } | null }
  request_id?: string | null
}

export type MessagesEvent =
  | { type: 'message_start'; message: MessagesResponse }
  | { type: 'content_block_start'; index: number; content_block: ResponseBlock }
  | { type: 'content_block_delta'; index: number; delta: BlockDelta }
  | { type: 'content_block_stop'; index: number }
  | {
      type: 'message_delta'
      delta: { stop_reason?: string | null; stop_sequence?: string | null; stop_details?: StopDetails | null }
      /** Cumulative counts. */
      usage?: MessagesUsage
    }
  | { type: 'message_stop' }
  | { type: 'ping' }
  | MessagesError

export type BlockDelta =
  | { type: 'text_delta'; text: string }
  | { type: 'thinking_delta'; thinking: string }
  | { type: 'signature_delta'; signature: string }
  | { type: 'citations_delta'; citation: unknown }
  | { type: 'input_json_delta'; partial_json: string }
  | { type: 'compaction_delta' }
