/** Reads the OpenAPI document of a gateway's admin API. */

import type { Gateway } from '../start-gateway.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export type DocumentedParameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: JsonSchema
  readonly example?: unknown
}

export type DocumentedOperation = {
  readonly id: string
  readonly method: string
  /** The path after /v1. */
  readonly path: string
  readonly permission: string
  readonly scopes: readonly string[]
  /** Null if the operation changes nothing. */
  readonly audit: string | null
  readonly parameters: readonly DocumentedParameter[]
  /** Null if the operation takes no body. */
  readonly body: { readonly schema: JsonSchema; readonly example: unknown; readonly isRequired: boolean } | null
  readonly reply: { readonly contentType: string; readonly schema: JsonSchema }
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>

type Described = {
  readonly operationId: string
  readonly 'x-permission': string
  readonly 'x-scopes': readonly string[]
  readonly 'x-audit-action'?: string
  readonly parameters: readonly (DocumentedParameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content: Content }>>
}

export type OpenapiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly parameters: Readonly<Record<string, DocumentedParameter>>
  }
}

export async function readDocument(gateway: Gateway): Promise<OpenapiDocument> {
  const reply = await fetch(`${gateway.url}/openapi.json`)
  return (await reply.json()) as OpenapiDocument
}

export function operationsOf(document: OpenapiDocument): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const [contentType = '', reply = { schema: {} }] =
        Object.entries(described.responses['200']?.content ?? {})[0] ?? []
      const body = described.requestBody?.content['application/json']
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        permission: described['x-permission'],
        scopes: described['x-scopes'],
        audit: described['x-audit-action'] ?? null,
        parameters: described.parameters.map((given) => resolved(document, given)),
        body: body ? { schema: body.schema, example: body.example, isRequired: described.requestBody!.required } : null,
        reply: { contentType, schema: reply.schema },
      }
    }),
  )
}

function resolved(
  document: OpenapiDocument,
  given: DocumentedParameter | { readonly $ref: string },
): DocumentedParameter {
  if (!('$ref' in given)) return given
  const found = document.components.parameters[given.$ref.split('/').at(-1)!]
  if (!found) throw new Error(`${given.$ref} does not exist in the document.`)
  return found
}

/** The path with its parameters filled in. */
export function filledPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs ${name}.`)
    return encodeURIComponent(value)
  })
}
