/** Settings of secret references: where secrets are read from, and how long they are kept in memory. */

import { readFileSync } from 'node:fs'
import { isReference } from '../core/secrets/secret-reference.ts'
import { SECRET_SOURCES, type SecretSources } from '../core/secrets/source-settings.ts'
import { type ReadText, type Refuse, readInteger } from './readers.ts'

export type SecretSettings = {
  readonly secretSources: SecretSources
  readonly secretTtlMs: number
  readonly secretStaleMs: number
}

const SOURCES = 'GATEWAY_SECRET_SOURCES'

export const SECRET_ENVIRONMENT = [
  [
    SOURCES,
    'none',
    'Secret stores that secret:// references name: JSON, or the path of a JSON file. See /docs/secret-references.',
  ],
  [
    'GATEWAY_SECRET_TTL_MS',
    '300000',
    'How long the value of a secret reference is used before it is read again. It is read in the background before that.',
  ],
  [
    'GATEWAY_SECRET_STALE_MS',
    '86400000',
    'How long the last value of a secret reference is used while its store is unavailable.',
  ],
] as const

export function readSecrets(text: ReadText, refuse: Refuse): SecretSettings {
  return {
    secretSources: readSources(text, refuse),
    secretTtlMs: readInteger(
      'GATEWAY_SECRET_TTL_MS',
      text('GATEWAY_SECRET_TTL_MS'),
      300_000,
      1_000,
      86_400_000,
      refuse,
    ),
    secretStaleMs: readInteger(
      'GATEWAY_SECRET_STALE_MS',
      text('GATEWAY_SECRET_STALE_MS'),
      86_400_000,
      1_000,
      2_592_000_000,
      refuse,
    ),
  }
}

/** Error messages contain no values, because the settings contain credentials. */
function readSources(text: ReadText, refuse: Refuse): SecretSources {
  const given = text(SOURCES)
  if (given === null) return {}
  let json: unknown
  try {
    json = JSON.parse(given.startsWith('{') ? given : readFileSync(given, 'utf8'))
  } catch (error) {
    const isFile = !given.startsWith('{') && !(error instanceof SyntaxError)
    return refuse(`${SOURCES}: ${isFile ? 'the file cannot be read' : 'is not valid JSON'}.`)
  }
  const parsed = SECRET_SOURCES.safeParse(withVariables(json, text, refuse))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  return refuse(`${SOURCES}: ${issue.path.map(String).join('.') || 'the value'}: ${issue.message}.`)
}

/** `${NAME}` as a whole text is replaced by the environment variable. */
function withVariables(value: unknown, text: ReadText, refuse: Refuse): unknown {
  if (Array.isArray(value)) return value.map((item) => withVariables(item, text, refuse))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withVariables(item, text, refuse)]))
  const variable = typeof value === 'string' ? /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(value)?.[1] : undefined
  if (variable === undefined) return value
  const found = text(variable)
  if (found === null) return refuse(`${SOURCES}: the environment variable ${variable} is not set.`)
  if (isReference(found)) return refuse(`${SOURCES}: ${variable} must be a value, not a secret reference.`)
  return found
}
