/** A guardrail in the editor, and the request body made from it. */

import type { Guardrail, GuardrailActions, GuardrailCheck } from './guardrail.ts'

export type Draft = {
  readonly name: string
  readonly isOfOrganisation: boolean
  readonly checks: readonly DraftCheck[]
  readonly actions: GuardrailActions
}

/** `key` identifies a row of the form. */
export type DraftCheck = GuardrailCheck & { readonly key: number }

let lastKey = 0

export function draftCheck(check: GuardrailCheck): DraftCheck {
  return { ...check, key: ++lastKey }
}

export function draftOf(from: Pick<Guardrail, 'name' | 'checks' | 'actions'>, isOfOrganisation: boolean): Draft {
  return { name: from.name, isOfOrganisation, checks: from.checks.map(draftCheck), actions: from.actions }
}

export type Definition = { readonly checks: readonly GuardrailCheck[]; readonly actions: GuardrailActions }

/** What is saved and tested; also the text of the JSON view. */
export function definitionOf({ checks, actions }: Draft): Definition {
  return {
    checks: checks.map(({ id, name, parameters = {}, is_enabled = true }) => ({
      id,
      ...(name && { name }),
      parameters,
      ...(!is_enabled && { is_enabled }),
    })),
    actions: Object.fromEntries(Object.entries(actions).filter(([, value]) => value !== null && value !== undefined)),
  }
}

/** Null if the text is not a JSON object with a list of checks. */
export function readDefinition(text: string): Definition | null {
  try {
    const read = JSON.parse(text) as Partial<Definition> | null
    if (typeof read !== 'object' || read === null || !Array.isArray(read.checks)) return null
    const isWhole = read.checks.every(
      (check) => typeof check === 'object' && check !== null && typeof check.id === 'string',
    )
    return isWhole ? { checks: read.checks, actions: read.actions ?? {} } : null
  } catch {
    return null
  }
}
