/** Paths that clients of Azure OpenAI send, such as `/openai/deployments/{id}/chat/completions?api-version=...`. */

import { type Endpoint, findEndpoint, PROXY } from './endpoints.ts'
import { decodedPart } from './request-url.ts'

export type AzurePath = {
  readonly endpoint: Endpoint
  /** The same path in OpenAI's API, without /v1. */
  readonly path: string
  readonly search: string
  /** Null if the path names no deployment. */
  readonly deployment: string | null
}

/** The base URL of a client is the gateway's root or `/v1`, with or without `/openai`. */
const BASE = /^(?:(?:\/v1)?\/openai(?:\/v1)?(?=\/)|\/v1(?=\/deployments\/))/
const DEPLOYMENTS = '/deployments/'
/** Limits the slashes in a deployment id. Clients do not encode the one in `@slug/model`. */
const MAX_SLASHES = 8

/** False for paths below /v1, which may belong to the admin API. */
export function isAzureRoot(pathname: string): boolean {
  return pathname.startsWith('/openai/')
}

/** Null if the path is not one of Azure's, or is below /v1 and matches no endpoint. */
export function readAzurePath(method: string, pathname: string, search: string): AzurePath | null {
  const base = BASE.exec(pathname)
  if (base === null) return null
  const rest = pathname.slice(base[0].length)
  const found = rest.startsWith(DEPLOYMENTS) ? splitDeployment(method, rest) : known(method, rest, null)
  // An Azure target takes its api-version from its settings, and other providers do not use one.
  if (found !== null) return { ...found, search: withoutVersion(search) }
  return isAzureRoot(pathname) ? { endpoint: PROXY, path: rest, search, deployment: null } : null
}

type Found = Omit<AzurePath, 'search'>

/** The deployment ends where the path of an endpoint starts. */
function splitDeployment(method: string, path: string): Found | null {
  const start = DEPLOYMENTS.length
  let end = path.indexOf('/', start)
  for (let i = 0; end > start && i < MAX_SLASHES; i++) {
    const found = known(method, path.slice(end), decodedPart(path.slice(start, end)))
    if (found !== null) return found
    end = path.indexOf('/', end + 1)
  }
  return null
}

function known(method: string, path: string, deployment: string | null): Found | null {
  const endpoint = findEndpoint(method, path)
  return endpoint === PROXY || endpoint.name === 'prompts.completions' ? null : { endpoint, path, deployment }
}

function withoutVersion(search: string): string {
  if (!search.includes('api-version=')) return search
  const pairs = search.slice(1).split('&')
  const kept = pairs.filter((pair) => !pair.startsWith('api-version='))
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}
