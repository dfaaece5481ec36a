/** Every check that a guardrail can use: names, directions and parameters. The admin API, docs and dashboard show it. */

import type { JsonObject } from '../core/body/json-text.ts'
import { didYouMean } from '../core/suggest.ts'
import { type CheckDescription, readParameters } from './check-description.ts'
import { DETERMINISTIC_CHECKS } from './checks/describe-checks.ts'
import { FINDERS } from './describe-finders.ts'
import { REMOTE_CHECKS } from './remote/describe-remote-checks.ts'

export type { CheckDescription } from './check-description.ts'

export const CHECK_CATALOGUE: readonly CheckDescription[] = [...DETERMINISTIC_CHECKS, ...FINDERS, ...REMOTE_CHECKS]

const byName = new Map(CHECK_CATALOGUE.map((row) => [row.id.toLowerCase(), row]))
const PREFIX = 'default.'

/** `regexMatch`, `default.regexMatch` and `default.regexmatch` are the same check. */
export function findCheck(id: string): CheckDescription | null {
  const name = id.toLowerCase()
  return byName.get(name.includes('.') ? name : `${PREFIX}${name}`) ?? null
}

/** Returns the row of a check, or refuses an unknown id with a hint. `refuse` gets a path relative to the check. */
export function requireCheck(id: string, refuse: (path: string, reason: string) => never): CheckDescription {
  const row = findCheck(id)
  if (row !== null) return row
  const shown = id.slice(0, 100)
  if (id.includes('.') && !id.toLowerCase().startsWith(PREFIX)) {
    return refuse(
      'id',
      `"${shown}" is a check of a partner service, which the gateway does not call itself. Use "default.webhook" with the address of an endpoint that calls the service.`,
    )
  }
  const known = CHECK_CATALOGUE.map((known) => known.id)
  return refuse('id', `unknown check "${shown}".${didYouMean(id.includes('.') ? id : `${PREFIX}${id}`, known)}`)
}

/** Checks the form of the parameters. Patterns and schemas in them are checked when the guardrail is compiled. */
export function validateParameters(
  id: string,
  parameters: JsonObject,
  refuse: (path: string, reason: string) => never,
): void {
  const { parameters: schema } = requireCheck(id, refuse)
  readParameters(schema, parameters, (path, reason) =>
    refuse(path === '' ? 'parameters' : `parameters.${path}`, reason),
  )
}
