/** Writes the Python administration clients: one method per operation, fields of the body as keyword arguments. */

import type { Operation, Schema } from '../../typescript/scripts/contract-shapes.ts'

type Tree = Map<string, Tree | Operation>

/** Keywords cannot be argument names. Callers pass fields with these names as `**{"from": ...}`. */
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
  object: 'Mapping[str, Any]',
  array: 'Sequence[Any]',
}

export function pythonAdminSource(operations: readonly Operation[], isAsync: boolean): string {
  const tree: Tree = new Map()
  for (const operation of operations) place(tree, operation.name.map(snake), operation)
  const prefix = isAsync ? 'Async' : ''
  const classes: string[] = []
  const groups = [...tree].flatMap(([name, node]) =>
    node instanceof Map ? [[name, writeGroup(classes, [name], node, isAsync)] as const] : [],
  )
  return `"""GENERATED from contract/openapi.json: the admin API, one method per operation."""

from typing import Any, Mapping, Sequence, Union

from ._admin_call import AdminCall, ${prefix}AdminSend
from ._model import Model
from ._not_given import NOT_GIVEN, NotGiven
from ._raw import ${prefix}RawAnswer
from ._stream import ${prefix}Stream

${classes.join('\n\n')}


class ${prefix}AdminResources:
    """All groups of operations."""

    def __init__(self, send: ${prefix}AdminSend) -> None:
${groups.map(([name, type]) => `        self.${name} = ${type}(send)`).join('\n')}
`
}

function place(tree: Tree, names: readonly string[], operation: Operation): void {
  const [name, ...rest] = names
  if (name === undefined) throw new Error(`${operation.id} has no name.`)
  if (rest.length === 0) {
    tree.set(name, operation)
    return
  }
  const existing = tree.get(name)
  const below = existing instanceof Map ? existing : new Map<string, Tree | Operation>()
  tree.set(name, below)
  place(below, rest, operation)
}

/** Adds the class of a group and the classes of its subgroups; returns the name of the class. */
function writeGroup(classes: string[], path: readonly string[], tree: Tree, isAsync: boolean): string {
  const name = `${isAsync ? 'Async' : ''}${path
    .flatMap((part) => part.split('_'))
    .map(capital)
    .join('')}`
  const prefix = isAsync ? 'Async' : ''
  const below = [...tree].flatMap(([part, node]) =>
    node instanceof Map ? [`        self.${part} = ${writeGroup(classes, [...path, part], node, isAsync)}(send)`] : [],
  )
  const methods = [...tree].flatMap(([part, node]) => (node instanceof Map ? [] : [method(part, node, isAsync)]))
  classes.push(
    [
      '',
      `class ${name}:`,
      `    def __init__(self, send: ${prefix}AdminSend) -> None:`,
      '        self._send = send',
      ...below,
      ...methods.flatMap((text) => ['', text]),
    ].join('\n'),
  )
  return name
}

type Argument = { readonly name: string; readonly type: string; readonly isRequired: boolean }

function method(part: string, operation: Operation, isAsync: boolean): string {
  const name = KEYWORDS.has(part) ? `${part}_` : part
  const fields = operation.body ? argumentsOf(operation.body) : []
  const isWhole = operation.body !== null && operation.body.properties === undefined
  const query = operation.query
    .filter((parameter) => isName(parameter.name) && !fields.some((field) => field.name === parameter.name))
    .map((parameter) => argument(parameter.name, parameter.schema, parameter.required ?? false))
  const named = [...fields, ...query].toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
  const signature = [
    'self',
    ...operation.pathNames.map((path) => `${path}: str`),
    ...(isWhole ? ['body: Any'] : []),
    ...(named.length > 0 ? ['*'] : []),
    ...named.map(({ name: own, type, isRequired }) =>
      isRequired ? `${own}: ${type}` : `${own}: Union[${type}, NotGiven] = NOT_GIVEN`,
    ),
    '**extra: Any',
  ]
  const reply = {
    json: 'Model',
    stream: `${isAsync ? 'Async' : ''}Stream[Model]`,
    raw: `${isAsync ? 'Async' : ''}RawAnswer`,
  }
  const { kind } = operation.reply
  const pairs = (list: readonly Argument[]) => `{${list.map((own) => `"${own.name}": ${own.name}`).join(', ')}}`
  const body = isWhole ? 'body' : operation.body ? pairs(fields) : 'None'
  return [
    `    ${isAsync ? 'async ' : ''}def ${name}(`,
    ...signature.map((text) => `        ${text},`.replace('**extra: Any,', '**extra: Any,')),
    `    ) -> ${reply[kind]}:`,
    `        """${operation.about.replaceAll('"""', "'''").replaceAll('\\', '\\\\')}"""`,
    `        return ${isAsync ? 'await ' : ''}self._send.${kind}(`,
    '            AdminCall(',
    `                "${operation.method}",`,
    `                "${operation.path}",`,
    `                [${operation.pathNames.join(', ')}],`,
    `                query=${pairs(query)},`,
    `                body=${body},`,
    `                extra=extra,`,
    `                has_body=${operation.body ? 'True' : 'False'},`,
    `                is_repeatable=${operation.isRepeatable ? 'True' : 'False'},`,
    '            )',
    '        )',
  ].join('\n')
}

function argumentsOf(schema: Schema): readonly Argument[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => isName(name))
    .map(([name, property]) => argument(name, property, required.has(name)))
}

function argument(name: string, schema: Schema, isRequired: boolean): Argument {
  return { name, type: pythonType(schema), isRequired }
}

function isName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name) && !['self', 'extra', 'body'].includes(name)
}

function pythonType(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map(pythonType))
  if (Array.isArray(schema.type)) return union(schema.type.map((type: string) => pythonType({ ...schema, type })))
  if (schema.type === 'array' && schema.items) return `Sequence[${pythonType(schema.items)}]`
  const plain = typeof schema.type === 'string' ? PLAIN[schema.type] : undefined
  return plain ?? (typeof schema.const === 'string' ? 'str' : 'Any')
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  if (distinct.includes('Any')) return 'Any'
  return distinct.length === 1 ? (distinct[0] ?? 'Any') : `Union[${distinct.join(', ')}]`
}

function snake(words: readonly string[]): string {
  return words.join('_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
