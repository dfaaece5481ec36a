/** Changes a request in Google's format that is sent to Google, if other providers served earlier turns. */

import { type EndpointName, isGeminiEndpoint } from '../../core/endpoints.ts'
import type { JsonObject } from '../dialect.ts'
import { geminiVersion } from '../gemini/contents.ts'
import { isObject, listOf, objectOf } from '../json.ts'
import { decodeCarried, isCarried } from './carried-thinking.ts'
import { memberOf } from './spelling.ts'

type Change = { readonly set: ReadonlyMap<string, unknown>; readonly drop: ReadonlySet<string> }

type Call = { readonly endpoint: EndpointName; readonly model: string | null; readonly body: JsonObject | null }

/** https://ai.google.dev/gemini-api/docs/thought-signatures: for calls that another model made. */
const FOREIGN_CALL_SIGNATURE = 'skip_thought_signature_validator'

/** The member of a countTokens request that contains a whole generateContent request. */
const COUNTED = ['generateContentRequest', 'generate_content_request']

/**
 * Google rejects signatures of other providers, and Vertex AI also rejects call ids (`acceptsIds` is false). Nested
 * requests repeat the model's name, which a config may have changed. Null if no change is needed.
 */
export function nativeChange({ endpoint, model, body }: Call, acceptsIds: boolean): Change | null {
  if (!isGeminiEndpoint(endpoint) || body === null) return null
  const name = model ?? ''
  const set = new Map<string, unknown>()
  const contents = nativeContents(body['contents'], name, acceptsIds)
  if (contents) set.set('contents', contents)
  const requests = endpoint === 'gemini.embedMany' ? namedRequests(body['requests'], name) : null
  if (requests) set.set('requests', requests)
  for (const member of endpoint === 'gemini.count' ? COUNTED : []) {
    const request = body[member]
    if (!isObject(request)) continue
    const inner = nativeContents(request['contents'], name, acceptsIds)
    const native = inner ? { ...request, contents: inner } : request
    const [named = native] = namedRequests([native], name) ?? []
    if (named !== request) set.set(member, named)
  }
  return set.size === 0 ? null : { set, drop: new Set() }
}

function nativeContents(contents: unknown, model: string, acceptsIds: boolean): unknown[] | null {
  const isForeign = (part: unknown) => isObject(part) && isForeignPart(part, acceptsIds)
  if (!listOf(contents).some((content) => listOf(objectOf(content)['parts']).some(isForeign))) return null
  const takesSignatures = (geminiVersion(model) ?? 0) >= 300
  return listOf(contents).map((content: unknown) => {
    if (!isObject(content) || !listOf(content['parts']).some(isForeign)) return content
    return {
      ...content,
      parts: listOf(content['parts']).map((part: unknown) =>
        isObject(part) && isForeignPart(part, acceptsIds) ? nativePart(part, takesSignatures, acceptsIds) : part,
      ),
    }
  })
}

function isForeignPart(part: JsonObject, acceptsIds: boolean): boolean {
  if (isCarried(memberOf(part, 'thoughtSignature'))) return true
  return !acceptsIds && [memberOf(part, 'functionCall'), memberOf(part, 'functionResponse')].some(hasId)
}

function hasId(value: unknown): boolean {
  return isObject(value) && value['id'] !== undefined
}

function nativePart(part: JsonObject, takesSignatures: boolean, acceptsIds: boolean): JsonObject {
  const native: JsonObject = { ...part }
  const signature = memberOf(part, 'thoughtSignature')
  if (isCarried(signature)) {
    delete native['thoughtSignature']
    delete native['thought_signature']
    const { google = '' } = decodeCarried(String(signature))
    const isCall = isObject(memberOf(part, 'functionCall'))
    const own = google || (isCall && takesSignatures ? FOREIGN_CALL_SIGNATURE : '')
    if (own !== '') native['thoughtSignature'] = own
  }
  if (acceptsIds) return native
  for (const name of ['functionCall', 'function_call', 'functionResponse', 'function_response']) {
    const value = native[name]
    if (!isObject(value) || value['id'] === undefined) continue
    const { id: _, ...rest } = value
    native[name] = rest
  }
  return native
}

function namedRequests(requests: unknown, model: string): unknown[] | null {
  const name = /^(?:models|tunedModels)\//.test(model) ? model : `models/${model}`
  const isOther = (request: unknown) => isObject(request) && request['model'] !== name
  if (!listOf(requests).some(isOther)) return null
  return listOf(requests).map((request: unknown) =>
    isOther(request) ? { ...objectOf(request), model: name } : request,
  )
}
