/** The part of the package that tests use. It has no types of its own. */

declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Interaction = {
    readonly uid: string
    readonly prompt: { readonly name: string }
  }

  type Grant = { addOIDCScope(scopes: string): void; save(): Promise<string> }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    readonly Grant: new (properties: {
      readonly accountId: string
      readonly clientId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options?: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>
    on(event: string, listener: (...values: unknown[]) => void): void
  }
}
