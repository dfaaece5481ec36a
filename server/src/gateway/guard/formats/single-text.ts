/** The texts of embeddings, moderations, images, speech and rerank. */

import type { JsonObject } from '../../../core/json.ts'
import { objects, type Parts, type Position } from '../parts.ts'
import { textList } from './chat.ts'

const USER: Position = { role: 'user', isLast: true }

export function plainInput(params: JsonObject, parts: Parts): void {
  textList(params['input'], 'input', USER, parts)
}

/** Also for JSON bodies of endpoints that usually get a form. */
export function plainPrompt(params: JsonObject, parts: Parts): void {
  parts.text(params['prompt'], 'prompt', USER)
  parts.text(params['negative_prompt'], 'negative_prompt', USER)
}

export function speechInput(params: JsonObject, parts: Parts): void {
  parts.text(params['input'], 'input', USER)
  parts.text(params['instructions'], 'instructions', { role: 'system', isLast: false })
}

/** POST /rerank of Cohere, Jina, Voyage AI and others. */
export function rerankRequest(params: JsonObject, parts: Parts): void {
  textList(params['query'], 'query', USER, parts)
  for (const name of ['documents', 'texts'])
    if (Array.isArray(params[name])) parts.jsonValue(params[name], name, { role: 'user', isLast: false }, 'document')
}

/** The documents that a reranker repeats. */
export function rerankResponse(body: JsonObject, parts: Parts): void {
  const lists = ['results', 'data'].filter((name) => Array.isArray(body[name]))
  if (lists.length === 0) parts.unreadable ??= 'The body has no list "results", as its format requires.'
  for (const name of lists)
    for (const [result, path] of objects(body[name], name)) {
      parts.jsonValue(result['document'], `${path}.document`, { role: 'assistant', isLast: true }, 'document')
      parts.text(result['text'], `${path}.text`, { role: 'assistant', isLast: true }, 'document')
    }
}

/** The prompt as an image model rewrote it. */
export function revisedPrompts(body: JsonObject, parts: Parts): void {
  for (const [image, path] of objects(body['data'], 'data'))
    parts.text(image['revised_prompt'], `${path}.revised_prompt`, { role: 'assistant', isLast: true })
}
