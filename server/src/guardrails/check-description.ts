/** A row of the catalogue of checks, and the validation of parameters against its schema. */

import type { z } from 'zod'
import type { JsonObject } from '../core/body/json-text.ts'
import type { Direction } from '../core/guardrails/guardrails.ts'

export type CheckDescription = {
  /** Such as `default.regexMatch`. */
  readonly id: string
  readonly name: string
  /** One sentence. */
  readonly about: string
  readonly directions: readonly Direction[]
  readonly parameters: z.ZodType
}

export const BOTH: readonly Direction[] = ['input', 'output']
export const INPUT: readonly Direction[] = ['input']

export type ParameterProblem = { readonly path: string; readonly reason: string }

/** Parses parameters and refuses the first wrong one. The `error` texts of the schema describe the expected value. */
export function readParameters<Schema extends z.ZodType>(
  schema: Schema,
  parameters: JsonObject,
  refuse: (path: string, reason: string) => never,
): z.output<Schema> {
  const read = schema.safeParse(parameters)
  if (read.success) return read.data
  const { path, reason } = problemsIn(read.error)[0]!
  return refuse(path, reason)
}

/** All wrong parameters of a check. Paths are relative to the parameters. */
export function parameterProblems(schema: z.ZodType, parameters: JsonObject): readonly ParameterProblem[] {
  const read = schema.safeParse(parameters)
  return read.success ? [] : problemsIn(read.error)
}

function problemsIn({ issues }: z.ZodError): readonly ParameterProblem[] {
  return issues.flatMap((issue) => {
    const path = issue.path.reduce<string>(
      (before, key) =>
        typeof key === 'number' ? `${before}[${key}]` : before === '' ? String(key) : `${before}.${String(key)}`,
      '',
    )
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: path === '' ? key : `${path}.${key}`,
        reason: 'the check has no parameter of this name.',
      }))
    return [{ path, reason: issue.code === 'custom' ? `${issue.message}.` : `expected ${issue.message}.` }]
  })
}
