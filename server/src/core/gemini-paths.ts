/**
 * The paths of Google's Gemini API as callers use them: `/v1beta/models/{model}:{method}`, the same under /v1, and the
 * longer paths of Vertex AI's clients. The model is in the path, and may contain slashes and colons.
 */

import { type Endpoint, type EndpointRow, type GeminiEndpointName, PROXY } from './endpoints.ts'
import { decodedPart } from './request-url.ts'

/** A request in Gemini's format. */
export type GeminiCall = {
  readonly endpoint: Endpoint
  /** The model in the path; null if the path names none. */
  readonly model: string | null
  /** True if the response is streamed as a JSON array: streamGenerateContent without `alt=sse`. */
  readonly isArray: boolean
  /** True if the path names a project of Google Cloud. The project of the provider's settings is used instead. */
  readonly namesProject: boolean
}

/** Paths after the version. */
export const GEMINI_ENDPOINTS = [
  { name: 'gemini.generate', method: 'POST', path: '/models/{model}:generateContent', body: 'json', streams: false },
  { name: 'gemini.stream', method: 'POST', path: '/models/{model}:streamGenerateContent', body: 'json', streams: true },
  { name: 'gemini.count', method: 'POST', path: '/models/{model}:countTokens', body: 'json', streams: false },
  { name: 'gemini.embed', method: 'POST', path: '/models/{model}:embedContent', body: 'json', streams: false },
  {
    name: 'gemini.embedMany',
    method: 'POST',
    path: '/models/{model}:batchEmbedContents',
    body: 'json',
    streams: false,
  },
  { name: 'gemini.models', method: 'GET', path: '/models', body: 'none', streams: false },
  { name: 'gemini.models.read', method: 'GET', path: '/models/{model}', body: 'none', streams: false },
] as const satisfies readonly (EndpointRow & { name: GeminiEndpointName })[]

const LIST: Endpoint = GEMINI_ENDPOINTS[5]
const READ: Endpoint = GEMINI_ENDPOINTS[6]
const BY_METHOD = new Map<string, Endpoint>(
  GEMINI_ENDPOINTS.filter(({ method }) => method === 'POST').map((row) => [row.path.split(':')[1]!, row]),
)
const BY_NAME = new Map<string, string>([...BY_METHOD].map(([method, { name }]) => [name, method]))

/** `v1beta` and `v1alpha` are the Gemini API's versions, `v1beta1` is Vertex AI's. */
const VERSIONED = /^\/(?:upload\/)?v1(?:beta1?|alpha)\//
const UNDER_V1 = '/v1/models/'
/** The start of Vertex AI's paths, before the model. */
const PROJECT = /^projects\/[^/]+\/locations\/[^/]+\//
const PUBLISHER = /^publishers\/([^/]+)\//

export function isGeminiPath(pathname: string): boolean {
  return VERSIONED.test(pathname) || (pathname.startsWith(UNDER_V1) && pathname.includes(':'))
}

/** The method in the path of an endpoint, such as `generateContent`. */
export function geminiMethod(name: GeminiEndpointName): string | null {
  return BY_NAME.get(name) ?? null
}

/**
 * Null if the path is not one of Gemini's. Gemini methods and resources that are not in `GEMINI_ENDPOINTS` are passed
 * through. `isGoogleClient`: Google's clients read model lists under /v1 too, where other clients get OpenAI's format.
 */
export function findGeminiCall(
  method: string,
  pathname: string,
  search: string,
  isGoogleClient = false,
): GeminiCall | null {
  if (pathname === '/v1/models' || pathname.startsWith(UNDER_V1)) {
    const isRead = method !== 'POST'
    return isRead && !isGoogleClient ? null : called(pathname.slice('/v1/'.length), method, search)
  }
  const version = VERSIONED.exec(pathname)?.[0]
  if (version === undefined) return null
  const call = version.startsWith('/upload') ? null : called(pathname.slice(version.length), method, search)
  return call ?? { endpoint: PROXY, model: null, isArray: false, namesProject: false }
}

function called(path: string, method: string, search: string): GeminiCall | null {
  const { resource, publisher, namesProject } = resourceOf(path)
  const found = callOf(method, resource, publisher)
  return found && { ...found, isArray: isArray(found.endpoint, search), namesProject }
}

type Resource = { readonly resource: string; readonly publisher: string | null; readonly namesProject: boolean }

/** `models/x:generateContent`, without the project and the publisher. */
function resourceOf(path: string): Resource {
  const project = PROJECT.exec(path)?.[0] ?? ''
  const rest = path.slice(project.length)
  const publisher = PUBLISHER.exec(rest)
  return {
    resource: rest.slice(publisher?.[0].length ?? 0),
    publisher: publisher?.[1] === undefined ? null : decodedPart(publisher[1]),
    namesProject: project !== '',
  }
}

function callOf(
  method: string,
  resource: string,
  publisher: string | null,
): { readonly endpoint: Endpoint; readonly model: string | null } | null {
  if (resource === 'models') return method === 'GET' && publisher === null ? { endpoint: LIST, model: null } : null
  const isTuned = resource.startsWith('tunedModels/')
  if (!isTuned && !resource.startsWith('models/')) return null
  const named = decodedPart(resource.slice(resource.indexOf('/') + 1))
  if (method === 'GET') return { endpoint: READ, model: fullName(named, isTuned, publisher) }
  const colon = named.lastIndexOf(':')
  const endpoint = colon < 0 || method !== 'POST' ? undefined : BY_METHOD.get(named.slice(colon + 1))
  return endpoint ? { endpoint, model: fullName(named.slice(0, colon), isTuned, publisher) } : null
}

/** Clients of Vertex AI write `@slug/model` as the publisher and the model. */
function fullName(name: string, isTuned: boolean, publisher: string | null): string {
  if (isTuned) return `tunedModels/${name}`
  return publisher === null || publisher === 'google' ? name : `${publisher}/${name}`
}

function isArray({ streams }: Endpoint, search: string): boolean {
  return streams && new URLSearchParams(search).get('alt') !== 'sse'
}
