/** Types of the parts of contract/ that the SDKs are generated from. */

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
}

export type OptionRow = {
  readonly header: string
  readonly snake_case: string
  readonly camelCase: string
  /** Set for `cloud_a_`, `cloud_b_` and `cloud_c_` options: the alias with the name of the vendor. */
  readonly vendor_name?: { readonly snake_case: string; readonly camelCase: string }
  readonly type: string
  readonly about: string
}

/** One row for each name of each option. The row with the vendor's name comes first and has the description. */
export function namedRows(contract: OptionsContract): readonly OptionRow[] {
  return [...contract.options, ...contract.provider_settings].flatMap(({ vendor_name: vendor, ...row }) =>
    vendor === undefined
      ? [row]
      : [
          { ...row, ...vendor },
          { ...row, vendor_name: vendor },
        ],
  )
}

export type OptionsContract = {
  readonly prefix: string
  readonly options: readonly OptionRow[]
  readonly provider_settings: readonly OptionRow[]
}

type Parameter = {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Media = Readonly<Record<string, { readonly schema?: Schema }>>

type OperationObject = {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Media }
  readonly responses: Readonly<Record<string, { readonly content?: Media }>>
}

export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> }
}

export type Operation = {
  /** Words of the name: `virtual-keys.keys.create` is [['virtual','keys'], ['keys'], ['create']]. */
  readonly name: readonly (readonly string[])[]
  readonly id: string
  readonly method: string
  readonly path: string
  readonly about: string
  readonly pathNames: readonly string[]
  readonly query: readonly Parameter[]
  readonly isRepeatable: boolean
  readonly body: Schema | null
  readonly isBodyRequired: boolean
  readonly reply: { readonly kind: 'json' | 'stream' | 'raw'; readonly schema: Schema }
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch']

export function operationsOf(document: OpenApi): readonly Operation[] {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method]
      return operation ? [readOperation(document, method, path, operation)] : []
    }),
  )
  const named = found.map((operation) =>
    found.some((other) => other.id.startsWith(`${operation.id}.`)) ? insideItsGroup(operation) : operation,
  )
  return named.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

const VERBS: Readonly<Record<string, string>> = { GET: 'list', POST: 'create', PUT: 'update', DELETE: 'delete' }

/** `entities` beside `entities.reset` would be a function and a group at once: it becomes `entities.list`. */
function insideItsGroup(operation: Operation): Operation {
  const verb = VERBS[operation.method] ?? 'call'
  return { ...operation, id: `${operation.id}.${verb}`, name: [...operation.name, [verb]] }
}

function readOperation(document: OpenApi, method: string, path: string, operation: OperationObject): Operation {
  const parameters = (operation.parameters ?? []).map((parameter) => resolveParameter(document, parameter))
  return {
    id: operation.operationId,
    name: operation.operationId.split('.').map((part) => part.split(/[-_]/)),
    method: method.toUpperCase(),
    path,
    about: [operation.summary, operation.description].filter(Boolean).join('. ').replaceAll('..', '.'),
    pathNames: [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? ''),
    query: parameters.filter((parameter) => parameter.in === 'query'),
    isRepeatable: parameters.some(
      (parameter) => parameter.in === 'header' && /^idempotency-key$/i.test(parameter.name),
    ),
    body: operation.requestBody?.content['application/json']?.schema ?? null,
    isBodyRequired: operation.requestBody?.required ?? false,
    reply: replyOf(operation),
  }
}

function resolveParameter(document: OpenApi, parameter: Parameter): Parameter {
  if (parameter.$ref === undefined) return parameter
  const name = parameter.$ref.split('/').at(-1) ?? ''
  const found = document.components.parameters?.[name]
  if (!found) throw new Error(`The OpenAPI document has no parameter ${name}.`)
  return found
}

function replyOf(operation: OperationObject): Operation['reply'] {
  const content = operation.responses['200']?.content ?? {}
  const json = content['application/json']
  if (json) return { kind: 'json', schema: json.schema ?? {} }
  return { kind: 'text/event-stream' in content ? 'stream' : 'raw', schema: {} }
}
