/** Renders one operation of the API reference. */

import { type Html, html, marked } from '../../server/src/control/docs/html.ts'
import { type Resolve, type Schema, schemaList, typeText } from './schema-list.ts'

type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>

export type DescribedOperation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly object[]
  readonly 'x-audit-action'?: string
  readonly parameters: readonly (Parameter & { readonly $ref?: string })[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export type OperationRoute = { readonly method: string; readonly path: string; readonly baseUrl: string }

export function operationSection(operation: DescribedOperation, route: OperationRoute, resolve: Resolve): Html {
  const { operationId, summary, description, requestBody } = operation
  const parameters = operation.parameters.map((given) =>
    given.$ref === undefined ? given : (resolve(given.$ref) as unknown as Parameter),
  )
  const audited = operation['x-audit-action']
  return html`<section class="operation" id="${operationId}">
<h3><a href="#${operationId}">${summary}</a></h3>
<p><code><span class="method">${route.method}</span> /v1${route.path}</code></p>
<p>${marked(description)}${marked(audited === undefined ? '' : ` Audit action: \`${audited}\`.`)}</p>
${parameterList(parameters, resolve)}
${requestBody === undefined ? html`` : bodyPart(requestBody.content, resolve)}
<h4>Example</h4>
<pre><code>${curl(callOf(operation, parameters, route))}</code></pre>
${replyPart(operation, resolve)}
</section>
`
}

function parameterList(parameters: readonly Parameter[], resolve: Resolve): Html {
  if (parameters.length === 0) return html``
  const rows = parameters.map((parameter) => {
    const must = parameter.required ? html` <em>required</em>` : html``
    const where = parameter.in === 'query' ? '' : ` in ${parameter.in}`
    const type = `${typeText(parameter.schema, resolve)}${where}`
    return html`<li><code>${parameter.name}</code> <small>${type}</small>${must} ${marked(parameter.description ?? '')}</li>`
  })
  return html`<h4>Parameters</h4><ul class="fields">${rows}</ul>`
}

function bodyPart(content: Content, resolve: Resolve): Html {
  const { schema, example } = content['application/json'] ?? { schema: {} }
  const shown = example === undefined ? html`` : html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`
  return html`<h4>Body <small>${typeText(schema, resolve)}</small></h4>${schemaList(schema, resolve)}${shown}`
}

function replyPart(operation: DescribedOperation, resolve: Resolve): Html {
  const reply = operation.responses['200'] as { readonly description: string; readonly content: Content }
  const [type = '', { schema } = { schema: {} }] = Object.entries(reply.content)[0] ?? []
  const errors = Object.keys(operation.responses).filter((status) => /^4/.test(status))
  const sentence = type === 'application/json' ? '' : `${reply.description} (\`${type}\`)`
  return html`<h4>Response</h4><p>${marked(sentence)}</p>${schemaList(schema, resolve)}
<p><small>Errors: ${errors.join(', ')}</small></p>`
}

function callOf(operation: DescribedOperation, parameters: readonly Parameter[], route: OperationRoute) {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
  const search = query.length === 0 ? '' : `?${query.join('&')}`
  return {
    method: route.method,
    url: `${route.baseUrl}/v1${route.path}${search}`,
    isPublic: operation.security?.length === 0,
    body: operation.requestBody?.content['application/json']?.example,
  }
}

export type CurlCall = {
  readonly method: string
  readonly url: string
  readonly isPublic: boolean
  /** Undefined for requests without a body. */
  readonly body: unknown
}

function curl({ method, url, isPublic, body }: CurlCall): string {
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`]
  if (!isPublic) lines.push(`-H "x-gateway-api-key: $GATEWAY_API_KEY"`)
  if (body !== undefined) lines.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`)
  return lines.join(' \\\n  ')
}

/** Quotes for a POSIX shell: inside single quotes only the quote itself needs escaping. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
