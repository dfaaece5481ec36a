/** Moves parameters used by several operations to `components`, so that the document stays readable. */

import type { JsonSchema } from './shared-schemas.ts'

const SHARED_FROM = 3

type WithParameters = { readonly parameters: readonly JsonSchema[] } & JsonSchema

export type SharedParameters<Operation> = {
  readonly operations: readonly Operation[]
  readonly parameters: Readonly<Record<string, JsonSchema>>
}

export function shareParameters<Operation extends WithParameters>(
  operations: readonly Operation[],
): SharedParameters<Operation> {
  const uses = new Map<string, number>()
  for (const { parameters } of operations)
    for (const parameter of parameters) uses.set(textOf(parameter), (uses.get(textOf(parameter)) ?? 0) + 1)
  const shared = new Map<string, string>()
  const described: Record<string, JsonSchema> = {}
  for (const [text, count] of uses) {
    const parameter = JSON.parse(text) as JsonSchema
    if (count < SHARED_FROM || parameter['$ref'] !== undefined) continue
    const name = freeName(`${parameter['in']}_${parameter['name']}`, described)
    described[name] = parameter
    shared.set(text, name)
  }
  const linked = (parameter: JsonSchema): JsonSchema => {
    const name = shared.get(textOf(parameter))
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
  }
  return {
    operations: operations.map((operation) => ({ ...operation, parameters: operation.parameters.map(linked) })),
    parameters: described,
  }
}

function textOf(parameter: JsonSchema): string {
  return JSON.stringify(parameter)
}

/** Adds a number if another parameter with this name has a different schema. */
function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  let free = name
  for (let i = 2; Object.hasOwn(taken, free); i++) free = `${name}_${i}`
  return free
}
