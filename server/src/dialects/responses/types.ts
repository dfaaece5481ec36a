/** Types of OpenAI's Responses API (https://platform.openai.com/docs/api-reference/responses). */

import type { JsonObject } from '../dialect.ts'

export type ResponsesRequest = {
  model: string
  input: string | InputItem[]
  instructions?: string | null
  max_output_tokens?: number | null
  max_tool_calls?: number | null
  temperature?: number | null
  top_p?: number | null
  top_logprobs?: number | null
  tools?: ResponsesTool[]
  tool_choice?: ResponsesToolChoice
  parallel_tool_calls?: boolean | null
  text?: { format?: TextFormat; verbosity?: string }
  reasoning?: { effort?: string | null; summary?: string | null } | null
  include?: string[] | null
  stream?: boolean | null
  stream_options?: JsonObject | null
  store?: boolean | null
  background?: boolean | null
  /** Codex's identifiers of the session. */
  client_metadata?: JsonObject | null
  conversation?: string | JsonObject | null
  previous_response_id?: string | null
  prompt?: JsonObject | null
  context_management?: unknown
  moderation?: unknown
  truncation?: string | null
  metadata?: JsonObject | null
  user?: string
  safety_identifier?: string
  service_tier?: string | null
  prompt_cache_key?: string
  prompt_cache_options?: JsonObject
  prompt_cache_retention?: string | null
  /** Members of chat, which this format does not have. They are rejected with a helpful error. */
  messages?: unknown
  n?: number
}

export type TextFormat =
  | { type: 'text' }
  | { type: 'json_object' }
  | { type: 'json_schema'; name: string; schema: JsonObject; description?: string; strict?: boolean | null }

/** `function`, `custom`, `namespace`, shells, `apply_patch` and `tool_search` run at the caller, all other types at OpenAI. */
export type ResponsesTool = {
  type: string
  name?: string
  description?: string | null
  parameters?: JsonObject | null
  strict?: boolean | null
  /** For `custom`: free text, or a grammar. */
  format?: { type: 'text' | 'grammar'; syntax?: 'lark' | 'regex'; definition?: string }
  /** For `namespace`: functions and custom tools. */
  tools?: ResponsesTool[]
  /** For `tool_search`: `client`, or `server` by default. */
  execution?: string
  /** For `shell`: `local`, or a container at OpenAI. */
  environment?: { type: string } | null
  /** This and the next three members are for `web_search`. */
  external_web_access?: boolean
  search_context_size?: string
  user_location?: JsonObject | null
  filters?: { allowed_domains?: string[] | null } | null
  /** For `mcp`. */
  server_label?: string
  /** Added: Anthropic's cache marker. */
  cache_control?: JsonObject
}

export type ResponsesToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { type: string; name?: string; namespace?: string }
  | { type: 'allowed_tools'; mode: 'auto' | 'required'; tools: ResponsesTool[] }

/** `type` may be missing in messages. */
export type InputItem =
  | { type?: 'message'; role: 'user' | 'assistant' | 'system' | 'developer'; content: string | InputPart[] }
  | { type: 'function_call'; call_id: string; name: string; namespace?: string | null; arguments: string }
  | { type: 'custom_tool_call'; call_id: string; name: string; namespace?: string | null; input: string }
  | {
      type: 'function_call_output' | 'custom_tool_call_output'
      call_id: string
      output: string | InputPart[]
      cache_control?: JsonObject
    }
  | { type: 'local_shell_call' | 'shell_call'; call_id: string; action: JsonObject }
  | { type: 'apply_patch_call'; call_id: string; operation: JsonObject }
  | { type: 'tool_search_call'; call_id: string; execution: string; arguments: JsonObject }
  /** `id` is the id of the call. */
  | { type: 'local_shell_call_output'; id: string; output: string }
  | { type: 'shell_call_output'; call_id: string; output: JsonObject[] }
  | { type: 'apply_patch_call_output'; call_id: string; status: string; output?: string | null }
  | { type: 'tool_search_output'; call_id: string; tools: ResponsesTool[] }
  | { type: 'additional_tools'; tools: ResponsesTool[] }
  /** Codex: a message of another agent. */
  | { type: 'agent_message'; author: string; recipient: string; content: InputPart[] }
  | {
      type: 'reasoning'
      summary: { type: 'summary_text'; text: string }[]
      content?: { type: 'reasoning_text'; text: string }[]
      encrypted_content?: string | null
    }
  | { type: 'image_generation_call'; id: string; result: string | null }
  | { type: 'item_reference'; id: string }

export type InputPart = (
  | { type: 'input_text' | 'output_text' | 'text' | 'summary_text' | 'reasoning_text'; text: string }
  | { type: 'refusal'; refusal: string }
  | { type: 'input_image'; image_url?: string | null; detail?: string; file_id?: string | null }
  | { type: 'input_file'; file_data?: string; file_url?: string; file_id?: string; filename?: string }
  | { type: 'input_audio'; input_audio: { data: string; format: string } }
) & {
  prompt_cache_breakpoint?: JsonObject
  /** Added: Anthropic's cache marker. */
  cache_control?: JsonObject
}

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

export type OutputItem =
  | { id: string; type: 'message'; status: ItemStatus; role: 'assistant'; content: OutputPart[] }
  | {
      id: string
      type: 'function_call'
      status?: ItemStatus
      call_id: string
      name: string
      namespace?: string
      arguments: string
    }
  | {
      id: string
      type: 'custom_tool_call'
      status?: ItemStatus
      call_id: string
      name: string
      namespace?: string
      input: string
    }
  /** Calls of tools that the caller runs: with `action`, `operation` or `arguments`. */
  | {
      id: string
      type: 'local_shell_call' | 'shell_call' | 'apply_patch_call' | 'tool_search_call'
      status?: ItemStatus
      call_id: string
    }
  | {
      id: string
      type: 'reasoning'
      summary: SummaryPart[]
      content?: { type: 'reasoning_text'; text: string }[] | null
      encrypted_content?: string | null
    }
  | { id: string; type: 'image_generation_call'; status: string; result?: string | null }
  /** Calls of tools that run at OpenAI. */
  | {
      id: string
      type:
        | 'web_search_call'
        | 'file_search_call'
        | 'computer_call'
        | 'code_interpreter_call'
        | 'shell_call_output'
        | 'apply_patch_call_output'
        | 'mcp_call'
        | 'mcp_list_tools'
        | 'mcp_approval_request'
        | 'compaction'
        | 'tool_search_output'
    }

export type OutputPart =
  | { type: 'output_text'; text: string; annotations?: unknown[]; logprobs?: unknown[] }
  | { type: 'refusal'; refusal: string }
  | { type: 'reasoning_text'; text: string }

export type SummaryPart = { type: 'summary_text'; text: string }

export type ResponseUsage = {
  input_tokens: number
  input_tokens_details?: { cached_tokens?: number; cache_write_tokens?: number; audio_tokens?: number } | null
  output_tokens: number
  output_tokens_details?: { reasoning_tokens?: number; audio_tokens?: number } | null
  total_tokens: number
}

/** Members of type `unknown` repeat the caller's request. */
export type ResponseObject = {
  id: string
  object: 'response'
  created_at: number
  completed_at?: number | null
  status: string
  error?: { code: string; message: string } | null
  incomplete_details?: { reason: string } | null
  model: string
  output: OutputItem[]
  usage?: ResponseUsage | null
  background?: boolean | null
  instructions?: unknown
  max_output_tokens?: unknown
  max_tool_calls?: unknown
  metadata?: unknown
  parallel_tool_calls?: boolean | null
  previous_response_id?: string | null
  prompt_cache_key?: unknown
  reasoning?: unknown
  safety_identifier?: unknown
  service_tier?: unknown
  store?: boolean | null
  temperature?: unknown
  text?: unknown
  tool_choice?: unknown
  tools?: unknown[]
  top_logprobs?: unknown
  top_p?: unknown
  truncation?: string | null
  user?: unknown
}

type ItemPosition = { item_id: string; output_index: number }
type PartPosition = ItemPosition & { content_index: number }
type SummaryPosition = ItemPosition & { summary_index: number }

/** Every event also has `sequence_number`. */
export type ResponseEvent =
  | {
      type:
        | 'response.created'
        | 'response.in_progress'
        | 'response.completed'
        | 'response.incomplete'
        | 'response.failed'
      response: ResponseObject
    }
  | { type: 'response.output_item.added' | 'response.output_item.done'; output_index: number; item: OutputItem }
  | ({ type: 'response.content_part.added' | 'response.content_part.done'; part: OutputPart } & PartPosition)
  | ({ type: 'response.output_text.delta'; delta: string; logprobs?: unknown[] } & PartPosition)
  | ({ type: 'response.output_text.done'; text: string; logprobs?: unknown[] } & PartPosition)
  | ({
      type: 'response.output_text.annotation.added'
      annotation_index: number
      annotation: unknown
    } & PartPosition)
  | ({ type: 'response.refusal.delta'; delta: string } & PartPosition)
  | ({ type: 'response.refusal.done'; refusal: string } & PartPosition)
  | ({ type: 'response.function_call_arguments.delta'; delta: string } & ItemPosition)
  | ({ type: 'response.function_call_arguments.done'; name?: string; arguments: string } & ItemPosition)
  | ({ type: 'response.custom_tool_call_input.delta'; delta: string } & ItemPosition)
  | ({ type: 'response.custom_tool_call_input.done'; input: string } & ItemPosition)
  | ({
      type: 'response.reasoning_summary_part.added' | 'response.reasoning_summary_part.done'
      part: SummaryPart
    } & SummaryPosition)
  | ({ type: 'response.reasoning_summary_text.delta'; delta: string } & SummaryPosition)
  | ({ type: 'response.reasoning_summary_text.done'; text: string } & SummaryPosition)
  | {
      type: 'error'
      code?: string | null
      message?: string
      param?: unknown
      error?: { type: string; code: string | null; message: string; param: unknown }
    }
