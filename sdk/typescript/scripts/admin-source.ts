/** Writes src/generated/admin.ts: one typed function for each operation of the admin API. */

import type { Operation } from './contract-shapes.ts'
import { comment, propertyName, schemaType } from './schema-type.ts'

type Tree = Map<string, Tree | Operation>

export function adminSource(operations: readonly Operation[]): string {
  const tree: Tree = new Map()
  for (const operation of operations) place(tree, operation.name.map(camel), operation)
  return `/** GENERATED from contract/openapi.json: the admin API, one typed function per operation. */

import type { AnswerPromise } from '../transport/answer-promise.ts'
import type { RequestOptions } from '../transport/request.ts'
import type { WithGateway } from '../transport/metadata.ts'
import type { Stream } from '../stream/stream.ts'

/** How an operation is sent; \`values\` fill the places in the path. */
export type AdminCall = {
  readonly method: string
  readonly path: string
  readonly values?: readonly string[]
  readonly query?: object | undefined
  readonly body?: unknown
  /** True when the gateway knows repeated calls by their Idempotency-Key. */
  readonly isRepeatable?: boolean
  readonly options?: RequestOptions | undefined
}

export type AdminSend = {
  json<Reply>(call: AdminCall): AnswerPromise<WithGateway<Reply>>
  stream(call: AdminCall): AnswerPromise<Stream<unknown>>
  raw(call: AdminCall): AnswerPromise<Response>
}

${withoutRepetition(operations.flatMap(typesOf)).join('\n\n')}

export function adminResources(send: AdminSend) {
  return ${branch(tree, '  ')}
}

export type AdminResources = ReturnType<typeof adminResources>
`
}

function place(tree: Tree, names: readonly string[], operation: Operation): void {
  const [name, ...rest] = names
  if (name === undefined) throw new Error(`${operation.id} has no name.`)
  const existing = tree.get(name)
  if (rest.length === 0) {
    if (existing) throw new Error(`Two operations are called ${operation.id}.`)
    tree.set(name, operation)
    return
  }
  const below = existing instanceof Map ? existing : new Map<string, Tree | Operation>()
  if (existing && !(existing instanceof Map)) throw new Error(`${operation.id} is both a group and an operation.`)
  tree.set(name, below)
  place(below, rest, operation)
}

function branch(tree: Tree, indent: string): string {
  const lines = [...tree].flatMap(([name, node]) =>
    node instanceof Map
      ? [`${indent}  ${propertyName(name)}: ${branch(node, `${indent}  `)},`]
      : [...comment(node.about, `${indent}  `), `${indent}  ${propertyName(name)}: ${leaf(node)},`],
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

function leaf(operation: Operation): string {
  const name = typeName(operation)
  const needsQuery = operation.query.some((parameter) => parameter.required)
  const parameters = operation.pathNames.map((path) => `${camel(path.split(/[-_]/))}: string`)
  if (operation.body) parameters.push(`body${operation.isBodyRequired ? '' : '?'}: ${name}Body`)
  if (operation.query.length > 0) parameters.push(`query${needsQuery ? '' : '?'}: ${name}Query`)
  parameters.push('options?: RequestOptions')
  const call = [`method: '${operation.method}'`, `path: '${operation.path}'`]
  if (operation.pathNames.length > 0)
    call.push(`values: [${operation.pathNames.map((path) => camel(path.split(/[-_]/))).join(', ')}]`)
  if (operation.body) call.push('body')
  if (operation.query.length > 0) call.push('query')
  if (operation.isRepeatable) call.push('isRepeatable: true')
  const { kind } = operation.reply
  const reply = kind === 'json' ? `<${name}Reply>` : ''
  return `(${parameters.join(', ')}) => send.${kind}${reply}({ ${call.join(', ')}, options })`
}

/** Many operations take the same filters. Such a type is written once; the others become aliases of it. */
function withoutRepetition(types: readonly (readonly [name: string, text: string])[]): readonly string[] {
  const first = new Map<string, string>()
  return types.map(([name, text]) => {
    const known = text.length > 80 ? first.get(text) : undefined
    if (known === undefined) first.set(text, name)
    return `export type ${name} = ${known ?? text}`
  })
}

function typesOf(operation: Operation): readonly (readonly [name: string, text: string])[] {
  const name = typeName(operation)
  const types: [string, string][] = []
  if (operation.body) types.push([`${name}Body`, schemaType(operation.body)])
  if (operation.query.length > 0) {
    const properties = Object.fromEntries(
      operation.query.map((parameter) => [
        parameter.name,
        { ...parameter.schema, ...(parameter.description !== undefined && { description: parameter.description }) },
      ]),
    )
    const required = operation.query.filter((parameter) => parameter.required).map((parameter) => parameter.name)
    types.push([`${name}Query`, schemaType({ type: 'object', properties, required })])
  }
  if (operation.reply.kind === 'json') types.push([`${name}Reply`, schemaType(operation.reply.schema)])
  return types
}

function typeName(operation: Operation): string {
  const name = camel(operation.name.flat())
  return name.charAt(0).toUpperCase() + name.slice(1)
}

export function camel(words: readonly string[]): string {
  return words.map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
}
