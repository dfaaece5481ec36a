/**
 * Gemini's generateContent (https://ai.google.dev/api/generate-content), for the Gemini API and Vertex AI: request,
 * response, which is also the stream event, embeddings, models and errors.
 */

import type { JsonObject } from '../dialect.ts'

export type GenerateContentRequest = {
  contents: Content[]
  systemInstruction?: { parts: Part[] }
  tools?: GeminiTool[]
  toolConfig?: { functionCallingConfig?: FunctionCallingConfig }
  generationConfig?: GenerationConfig
  safetySettings?: unknown[]
  cachedContent?: string
  labels?: JsonObject
}

export type Content = { role: 'user' | 'model'; parts: Part[] }

/** A part has one of `text`, `inlineData`, `fileData`, `functionCall`, `functionResponse` and the code members. */
export type Part = {
  text?: string
  /** True if the text is thinking. */
  thought?: boolean
  /** Gemini requires it back on the same part in the next turn. */
  thoughtSignature?: string
  inlineData?: { mimeType: string; data: string }
  fileData?: { mimeType: string; fileUri: string }
  functionCall?: FunctionCall
  functionResponse?: { id?: string; name: string; response: JsonObject; parts?: Part[] }
  executableCode?: { language?: string; code?: string }
  codeExecutionResult?: { outcome?: string; output?: string }
}

export type FunctionCall = {
  id?: string
  name?: string
  args?: JsonObject
  /** Vertex streams arguments value by value; `willContinue` announces more. */
  partialArgs?: PartialArg[]
  willContinue?: boolean
}

/** `jsonPath` is an RFC 9535 path. A string value may arrive in several pieces with the same path. */
export type PartialArg = {
  jsonPath: string
  stringValue?: string
  numberValue?: number
  boolValue?: boolean
  nullValue?: unknown
  willContinue?: boolean
}

export type GeminiTool = {
  functionDeclarations?: FunctionDeclaration[]
  googleSearch?: JsonObject
}

export type FunctionDeclaration = {
  name: string
  description?: string
  parameters?: JsonObject
  parametersJsonSchema?: JsonObject
}

export type FunctionCallingConfig = { mode: 'AUTO' | 'NONE' | 'ANY' | 'VALIDATED'; allowedFunctionNames?: string[] }

export type GenerationConfig = {
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  candidateCount?: number
  seed?: number
  presencePenalty?: number
  frequencyPenalty?: number
  responseLogprobs?: boolean
  logprobs?: number
  stopSequences?: string[]
  responseMimeType?: string
  responseSchema?: JsonObject
  responseJsonSchema?: JsonObject
  responseModalities?: string[]
  thinkingConfig?: ThinkingConfig
}

export type ThinkingConfig = { includeThoughts?: boolean; thinkingBudget?: number; thinkingLevel?: string }

export type GenerateContentResponse = {
  candidates?: Candidate[]
  promptFeedback?: { blockReason?: string; blockReasonMessage?: string }
  usageMetadata?: UsageMetadata
  modelVersion?: string
  responseId?: string
  /** Only in stream events. */
  error?: GoogleError
}

export type Candidate = {
  index?: number
  content?: { role?: string; parts?: Part[] }
  finishReason?: string
  finishMessage?: string
  groundingMetadata?: GroundingMetadata
  citationMetadata?: { citationSources?: CitationSource[] }
  /** Pages that the tool `urlContext` has read. */
  urlContextMetadata?: { urlMetadata?: { retrievedUrl?: string; urlRetrievalStatus?: string }[] }
  logprobsResult?: LogprobsResult
}

/** https://ai.google.dev/api/generate-content#GroundingMetadata. Segments count UTF-8 bytes. */
export type GroundingMetadata = {
  webSearchQueries?: string[]
  groundingChunks?: GroundingChunk[]
  groundingSupports?: {
    segment?: { partIndex?: number; startIndex?: number; endIndex?: number; text?: string }
    groundingChunkIndices?: number[]
  }[]
}

export type GroundingChunk = {
  web?: { uri?: string; title?: string }
  retrievedContext?: { uri?: string; title?: string; text?: string }
  maps?: { uri?: string; title?: string }
}

/** Text that the model quotes. Indexes count UTF-8 bytes. */
export type CitationSource = { startIndex?: number; endIndex?: number; uri?: string; license?: string }

export type LogprobsResult = {
  chosenCandidates?: TokenLogprob[]
  topCandidates?: { candidates?: TokenLogprob[] }[]
}

export type TokenLogprob = { token?: string; tokenId?: number; logProbability?: number }

export type UsageMetadata = {
  promptTokenCount?: number
  toolUsePromptTokenCount?: number
  cachedContentTokenCount?: number
  candidatesTokenCount?: number
  thoughtsTokenCount?: number
  totalTokenCount?: number
  promptTokensDetails?: ModalityCount[]
  candidatesTokensDetails?: ModalityCount[]
  trafficType?: string
}

/** Google's JSON leaves out members with the value 0 or ''. */
export type ModalityCount = { modality?: string; tokenCount?: number }

/** https://cloud.google.com/apis/design/errors */
export type GoogleError = {
  code?: number
  message?: string
  status?: string
  details?: { reason?: string; fieldViolations?: { field?: string }[] }[]
}

/** https://ai.google.dev/api/embeddings */
export type EmbedContentRequest = {
  model: string
  content: { parts: { text: string }[] }
  taskType?: unknown
  title?: unknown
  outputDimensionality?: unknown
}

export type EmbedContentResponse = {
  embedding?: ContentEmbedding
  /** Only from batchEmbedContents. */
  embeddings?: ContentEmbedding[]
  usageMetadata?: { promptTokenCount?: number }
}

type ContentEmbedding = { values: number[]; statistics?: { tokenCount?: number } }

/** Vertex's `:predict`. */
export type PredictRequest = {
  instances: { content: string; task_type?: unknown; title?: unknown }[]
  parameters?: JsonObject
}

export type PredictResponse = {
  predictions: { embeddings: { values: number[]; statistics?: { token_count?: number } } }[]
}

/** https://ai.google.dev/api/models */
export type GeminiModel = {
  name: string
  displayName?: string
  inputTokenLimit?: number
  supportedGenerationMethods?: string[]
}
export type GeminiModels = { models: GeminiModel[] }
