/** Serves the OpenAPI document, the config schema and the documentation. */

import { documentation, readContract } from '../documentation.ts'

export class Documents {
  readonly #docs = documentation()

  /** Null if there is no document at the path. `baseUrl` is the reader's gateway address without /v1. */
  respond(request: Request, pathname: string, baseUrl: string): Promise<Response> | null {
    switch (pathname) {
      case '/openapi.json':
        return contract('openapi.json', 'application/json')
      case '/schemas/config.json':
        return contract('config.schema.json', 'application/schema+json')
      default:
        return this.#docs.respond(request, pathname, baseUrl)
    }
  }
}

async function contract(name: string, type: string): Promise<Response> {
  return new Response(await readContract(name), { headers: { 'content-type': type } })
}
