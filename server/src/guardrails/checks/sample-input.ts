/** Builds the inputs of checks for tests. */

import { DEFAULT_ACTIONS } from '../../core/guardrails/guardrails.ts'
import type { Check, CheckedRequest, CheckInput, Span, TextPart } from '../check.ts'
import { compileGuardrail } from '../compile-guardrail.ts'

/** Compiles a check as part of a guardrail. */
export function checkOf(id: string, parameters: Record<string, unknown> = {}): Check {
  const guardrail = compileGuardrail(
    {
      id: 'g',
      versionId: null,
      source: 'config',
      checks: [{ id, parameters, isEnabled: true }],
      actions: DEFAULT_ACTIONS,
    },
    (path, reason) => {
      throw new Error(`${path}: ${reason}`)
    },
  )
  return guardrail.checks[0]!
}

export const REQUEST: CheckedRequest = {
  endpoint: 'chat.completions',
  model: 'gpt-4o',
  provider: 'openai',
  isStream: false,
  metadata: {},
  headers: {},
  organisationId: 'o',
  workspaceId: 'w',
}

export function inputOf(parts: readonly Partial<TextPart>[], changes: Partial<CheckInput> = {}): CheckInput {
  return {
    direction: 'input',
    parts: parts.map((part, index) => ({
      path: `messages[0].content[${index}].text`,
      role: 'user',
      kind: 'text',
      text: '',
      isLast: true,
      ...part,
    })),
    request: REQUEST,
    requestBody: null,
    responseBody: null,
    ...changes,
  }
}

export function verdictOf(check: Check, ...texts: readonly string[]): boolean {
  if (check.kind === 'spans') return !texts.some((text) => check.find(text, 0).length > 0) || !check.failsOnFinding
  if (check.kind !== 'whole') throw new Error('The check is remote.')
  return check.run(inputOf(texts.map((text) => ({ text })))).verdict
}

export function spansOf(check: Check, text: string): readonly Span[] {
  if (check.kind !== 'spans') throw new Error('The check finds no spans.')
  return check.find(text, 0)
}
