/**
 * Amazon Bedrock's Converse and ConverseStream
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html), and the embedding models behind InvokeModel.
 */

import type { JsonObject } from '../dialect.ts'

export type ConverseRequest = {
  messages: ConverseTurn[]
  system?: ConverseBlock[]
  inferenceConfig?: InferenceConfig
  toolConfig?: ToolConfig
  outputConfig?: OutputConfig
  /** Members that Converse forwards to the model unchanged. */
  additionalModelRequestFields?: JsonObject
  additionalModelResponseFieldPaths?: string[]
  guardrailConfig?: JsonObject
  performanceConfig?: JsonObject
  promptVariables?: JsonObject
  requestMetadata?: JsonObject
  serviceTier?: { type: string }
}

export type ConverseTurn = { readonly role: 'user' | 'assistant'; readonly content: ConverseBlock[] }

export type InferenceConfig = { maxTokens?: number; temperature?: number; topP?: number; stopSequences?: string[] }

export type ToolConfig = { tools: ConverseTool[]; toolChoice?: ToolChoice }
export type ToolChoice = { auto: JsonObject } | { any: JsonObject } | { tool: { name: string } }

export type ConverseTool =
  | { toolSpec: { name: string; description?: string; inputSchema: { json: JsonObject }; strict?: boolean } }
  | { systemTool: JsonObject }
  | CachePoint

export type CachePoint = { cachePoint: { type: 'default'; ttl?: string } }

export type OutputConfig = {
  textFormat: {
    type: 'json_schema'
    structure: { jsonSchema: { schema: string; name?: string; description?: string } }
  }
}

/** Base64, or an address in S3. */
type MediaSource = { bytes: string } | { s3Location: { uri: string } }

/** A block of a request. It has exactly one of these members. */
export type ConverseBlock =
  | { text: string }
  | { image: { format: string; source: MediaSource } }
  | { video: { format: string; source: MediaSource } }
  | { audio: { format: string; source: MediaSource } }
  | { document: { format: string; name: string; source: MediaSource; citations?: JsonObject } }
  | { toolUse: { toolUseId: string; name: string; input: JsonObject } }
  | { toolResult: { toolUseId: string; content: ConverseBlock[]; status?: 'error' } }
  | { reasoningContent: ReasoningContent }
  | { guardContent: JsonObject }
  | { searchResult: JsonObject }
  | CachePoint

/** `redactedContent` is base64. */
export type ReasoningContent = { reasoningText: { text: string; signature?: string } } | { redactedContent: string }

export type ConverseUsage = {
  /** Excludes cached input. */
  inputTokens?: number
  outputTokens?: number
  totalTokens?: number
  cacheReadInputTokens?: number
  cacheWriteInputTokens?: number
}

export type ConverseResponse = {
  output: { message: { role: 'assistant'; content: ResponseBlock[] } }
  stopReason: string
  usage?: ConverseUsage
}

export type ResponseBlock =
  | { text: string }
  | { reasoningContent: ReasoningContent }
  | { toolUse: ResponseToolUse }
  | { citationsContent: { content: { text: string }[]; citations: unknown[] } }

/** `type` is `server_tool_use` for tools that Bedrock runs. */
export type ResponseToolUse = { toolUseId: string; name: string; input: unknown; type?: string }

/** The payload of each event type. Frames name the event type in a header. */
export type ConverseEvents = {
  messageStart: { role: 'assistant' }
  contentBlockStart: { contentBlockIndex: number; start: { toolUse?: Omit<ResponseToolUse, 'input'> } }
  contentBlockDelta: { contentBlockIndex: number; delta: BlockDelta }
  contentBlockStop: { contentBlockIndex: number }
  messageStop: { stopReason: string }
  metadata: { usage?: ConverseUsage }
  /** An exception frame; `type` is from its header. */
  exception: { type: string; message: string }
}

export type ConverseEvent = ConverseEvents[keyof ConverseEvents]

export type BlockDelta =
  | { text: string }
  /** A piece of the call's JSON. */
  | { toolUse: { input: string } }
  | { reasoningContent: { text: string } | { signature: string } | { redactedContent: string } }
  | { citation: JsonObject }

export type BedrockError = { message?: string; Message?: string; __type?: string }

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html */
export type TitanRequest = {
  inputText: string
  dimensions?: number
  /** Only for the image model. */
  embeddingConfig?: { outputEmbeddingLength: number }
}
export type TitanResponse = { embedding: number[]; inputTextTokenCount?: number }

/** https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html */
export type NovaEmbedRequest = {
  schemaVersion: 'nova-multimodal-embed-v1'
  taskType: 'SINGLE_EMBEDDING'
  singleEmbeddingParams: {
    embeddingPurpose: string
    embeddingDimension?: number
    text: { truncationMode: string; value: string }
  }
}
export type NovaEmbedResponse = { embeddings: { embedding: number[] }[] }
