/** Guardrails to start from. */

import type { CheckKind, GuardrailActions, GuardrailCheck } from './guardrail.ts'

export type Template = {
  readonly name: string
  readonly label: string
  readonly about: string
  readonly checks: readonly GuardrailCheck[]
  readonly actions: GuardrailActions
}

const SYNC: GuardrailActions = { deny: false, async: false }
const DENY: GuardrailActions = { deny: true, async: false }

const TEMPLATES: readonly Template[] = [
  {
    name: 'pii',
    label: 'PII redaction',
    about: 'Replaces personal data with placeholders, and restores it in the response.',
    checks: [{ id: 'default.pii', parameters: { action: 'tokenise' } }],
    actions: SYNC,
  },
  {
    name: 'secrets',
    label: 'Secrets',
    about: 'Denies requests with keys, tokens and passwords.',
    checks: [{ id: 'default.secrets', parameters: {} }],
    actions: DENY,
  },
  {
    name: 'injection',
    label: 'Prompt injection',
    about: 'Denies texts that try to override the instructions.',
    checks: [{ id: 'default.promptInjection', parameters: {} }],
    actions: { ...DENY, strip_scaffolding: true },
  },
  {
    name: 'words',
    label: 'Word list',
    about: 'Denies texts that contain one of the words.',
    checks: [{ id: 'default.contains', parameters: { words: ['example word'], operator: 'none' } }],
    actions: DENY,
  },
  {
    name: 'json',
    label: 'JSON schema',
    about: 'Requires responses that match a JSON schema.',
    checks: [
      {
        id: 'default.jsonSchema',
        parameters: { schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] } },
      },
    ],
    actions: SYNC,
  },
  {
    name: 'webhook',
    label: 'Webhook',
    about: 'Your own server decides.',
    checks: [{ id: 'default.webhook', parameters: { webhookURL: 'https://example.com/guardrail', timeout: 3000 } }],
    actions: DENY,
  },
  {
    name: 'judge',
    label: 'Model judge',
    about: 'A model decides whether a text violates a policy.',
    checks: [
      {
        id: 'default.modelJudge',
        parameters: { virtual_key: '', model: 'gpt-4o-mini', policy: 'No medical or legal advice.' },
      },
    ],
    actions: DENY,
  },
]

/** Templates whose checks this gateway supports. */
export function templatesFor(kinds: readonly CheckKind[]): readonly Template[] {
  const known = new Set(kinds.map(({ id }) => id))
  return TEMPLATES.filter(({ checks }) => checks.every(({ id }) => known.has(id)))
}

export const EMPTY: Template = {
  name: 'empty',
  label: 'Empty',
  about: 'Choose the checks yourself.',
  checks: [],
  actions: SYNC,
}
