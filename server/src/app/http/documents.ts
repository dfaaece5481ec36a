/** Serves the OpenAPI document, the JSON schema of configs, the API reference and the documentation. */

import { configJsonSchema } from '../../config/schema.ts'
import type { Operation } from '../../control/endpoint.ts'
import { openapi } from '../../control/openapi.ts'
import { REFERENCE_POLICY, referencePage } from '../../control/reference/reference-page.ts'
import { documentation } from '../documentation.ts'

const REFERENCE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': REFERENCE_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

export class Documents {
  readonly #docs = documentation()
  /** Cached as text: as objects it takes several times the memory, and only the reference needs the objects. */
  #openapi: string | null = null
  #configSchema: string | null = null
  /** Cached for one base URL: rendering takes 100 ms, and nearly all readers use the same one. */
  #reference: { readonly baseUrl: string; readonly page: string } | null = null

  constructor(
    private readonly operations: readonly Operation[],
    private readonly version: string,
  ) {}

  /** Returns null if there is no document at this path. `baseUrl` is the origin the reader used, without /v1. */
  respond(request: Request, pathname: string, baseUrl: string): Response | Promise<Response> | null {
    switch (pathname) {
      case '/openapi.json':
        return new Response(this.#openapiText(), { headers: { 'content-type': 'application/json' } })
      case '/schemas/config.json':
        return new Response(this.#configSchemaText(), { headers: { 'content-type': 'application/schema+json' } })
      case '/docs/api':
        return new Response(this.#referenceFor(baseUrl), { headers: REFERENCE_HEADERS })
      default:
        return this.#docs.answer(request, pathname, baseUrl)
    }
  }

  #openapiText(): string {
    this.#openapi ??= JSON.stringify(openapi(this.operations, this.version))
    return this.#openapi
  }

  #referenceFor(baseUrl: string): string {
    if (this.#reference?.baseUrl !== baseUrl)
      this.#reference = { baseUrl, page: referencePage(JSON.parse(this.#openapiText()), baseUrl) }
    return this.#reference.page
  }

  #configSchemaText(): string {
    this.#configSchema ??= JSON.stringify(configJsonSchema())
    return this.#configSchema
  }
}
