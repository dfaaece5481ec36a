/** The documents at the front door: OpenAPI, the schema of configs, the reference and the documentation. */

import { configJsonSchema } from '../../config/schema.ts'
import type { Operation } from '../../control/endpoint.ts'
import { openapiDocument } from '../../control/openapi/document.ts'
import { REFERENCE_POLICY, referencePage } from '../../../../scripts/docs-site/reference-page.ts'
import { documentation } from '../documentation.ts'

const REFERENCE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': REFERENCE_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

export class Documents {
  readonly #docs = documentation()
  /** Kept as text alone: as objects it takes several times the memory, and only the reference needs them. */
  #openapi: string | null = null
  #configSchema: string | null = null
  /** Takes a tenth of a second to make, and nearly all readers come by one address. */
  #reference: { readonly baseUrl: string; readonly page: string } | null = null

  constructor(
    private readonly operations: readonly Operation[],
    private readonly version: string,
  ) {}

  /** Null when there is no document at the address. `baseUrl` is how the reader reached us, without /v1. */
  answer(request: Request, pathname: string, baseUrl: string): Response | Promise<Response> | null {
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
    this.#openapi ??= JSON.stringify(openapiDocument(this.operations, this.version))
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
