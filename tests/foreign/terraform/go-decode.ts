/** Checks JSON as Go's encoding/json decodes it into a struct: a wrong type fails, null and absent members do not. */

export type Shape =
  | 'any'
  | 'bool'
  | 'float'
  | 'int'
  | 'string'
  | 'time'
  | { readonly list: Shape }
  | { readonly map: Shape }
  | { readonly fields: Readonly<Record<string, Shape>> }

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

const SCALARS: Readonly<Record<Extract<Shape, string>, (value: unknown) => boolean>> = {
  any: () => true,
  bool: (value) => typeof value === 'boolean',
  float: (value) => typeof value === 'number',
  int: (value) => Number.isInteger(value),
  string: (value) => typeof value === 'string',
  time: (value) => typeof value === 'string' && TIME.test(value),
}

/** The values that Go would not decode, each with its path. */
export function decodeProblems(shape: Shape, value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return []
  if (typeof shape === 'string')
    return SCALARS[shape](value) ? [] : [`${path}: ${JSON.stringify(value)} is no ${shape}`]
  if ('list' in shape) {
    if (!Array.isArray(value)) return [`${path}: ${JSON.stringify(value)} is no list`]
    return value.flatMap((item, index) => decodeProblems(shape.list, item, `${path}[${index}]`))
  }
  if (typeof value !== 'object' || Array.isArray(value)) return [`${path}: ${JSON.stringify(value)} is no object`]
  const members = Object.entries(value)
  if ('map' in shape) return members.flatMap(([name, member]) => decodeProblems(shape.map, member, `${path}.${name}`))
  return members.flatMap(([name, member]) => decodeProblems(shape.fields[name] ?? 'any', member, `${path}.${name}`))
}
