/** Maps a model name to its publisher, URL path and wire format on Vertex AI. */

import type { Dialect } from '../../dialects/dialect.ts'
import { vertexGeminiChat } from '../../dialects/gemini/gemini-chat.ts'
import { vertexGeminiTokenCounter } from '../../dialects/gemini/gemini-token-counter.ts'
import { claudeChat, claudeTokenCounter } from './claude-chat.ts'
import { openaiNamed } from './openai-named.ts'

export type PublisherModel = {
  /** The part after the location, with its leading slash. */
  path(isStream: boolean): string
  readonly search: string
  readonly version: 'v1' | 'v1beta1'
  readonly dialect: Dialect
  /** Set if Vertex AI counts tokens for the publisher. */
  readonly counter?: { readonly path: string; readonly dialect: Dialect }
}

const FULL_NAME = /^(?:publishers\/)?([a-z0-9-]+)\/(?:models\/)?([^/]+)$/
const DOTTED = /^(anthropic|mistralai|meta|google)\.(.+)$/
const MISTRAL = /^(?:mistral|codestral|ministral)-/

/**
 * `anthropic.x`, `mistralai.x`, `meta.x` and `endpoints.x` name a publisher or a custom endpoint. Vertex AI's own names
 * (`claude-x`, `publishers/anthropic/models/x`, `meta/x`) are equivalent.
 */
export function publisherModel(model: string): PublisherModel {
  if (model.startsWith('endpoints.')) return ownEndpoint(model.slice('endpoints.'.length))
  const { publisher, name } = split(model)
  const base = `/publishers/${publisher}/models/${encodeURIComponent(name.toWellFormed())}`
  if (publisher === 'google') {
    return {
      path: (isStream) => `${base}:${isStream ? 'streamGenerateContent' : 'generateContent'}`,
      search: '?alt=sse',
      version: 'v1',
      dialect: vertexGeminiChat,
      counter: { path: `${base}:countTokens`, dialect: vertexGeminiTokenCounter },
    }
  }
  if (publisher === 'anthropic' || publisher === 'mistralai') {
    return {
      path: (isStream) => `${base}:${isStream ? 'streamRawPredict' : 'rawPredict'}`,
      search: '',
      version: 'v1',
      dialect: publisher === 'anthropic' ? claudeChat : openaiNamed(name),
      ...(publisher === 'anthropic' && {
        counter: { path: '/publishers/anthropic/models/count-tokens:rawPredict', dialect: claudeTokenCounter(name) },
      }),
    }
  }
  // All other publishers use the OpenAI-compatible URL with the model's full name.
  return {
    path: () => '/endpoints/openapi/chat/completions',
    search: '',
    version: 'v1beta1',
    dialect: openaiNamed(`${publisher}/${name}`),
  }
}

/** The path of one of Google's own models. */
export function googleModelPath(model: string, method: string): string {
  return `/publishers/google/models/${encodeURIComponent(split(model).name.toWellFormed())}:${method}`
}

export function isGooglePublished(model: string): boolean {
  return !model.startsWith('endpoints.') && split(model).publisher === 'google'
}

function ownEndpoint(id: string): PublisherModel {
  const path = `/endpoints/${encodeURIComponent(id.toWellFormed())}/chat/completions`
  return { path: () => path, search: '', version: 'v1beta1', dialect: openaiNamed('') }
}

function split(model: string): { publisher: string; name: string } {
  if (model.startsWith('models/')) return { publisher: 'google', name: model.slice('models/'.length) }
  const [, publisher, name] = DOTTED.exec(model) ?? FULL_NAME.exec(model) ?? []
  if (publisher !== undefined && name !== undefined) return { publisher, name }
  if (model.startsWith('claude-')) return { publisher: 'anthropic', name: model }
  return { publisher: MISTRAL.test(model) ? 'mistralai' : 'google', name: model }
}
