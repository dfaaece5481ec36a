/** Builds the check that looks for secrets: API keys, tokens, private keys and passwords. */

import type { z } from 'zod'
import type { Span, SpanCheck } from '../check.ts'
import { spanAction } from '../pii/pii-check.ts'
import { type FoundSecret, SecretScanner } from './scan-secrets.ts'
import { SECRET_TYPES } from './secret-rules.ts'
import type { secretsParameters } from './secrets-parameters.ts'

/** A text with secrets of most kinds. Scanning it compiles their patterns. */
const SAMPLE = `token = "a1b2c3d4e5f6g7h8i9" password: x1y2z3! https://a:b@c/d hooks.slack.com/services/x sk-abcdefghijklmnop12345
ghp_abcdefghijklmnopqrstuvwxyz0123456789 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc -----BEGIN PRIVATE KEY-----\n`

export function compileSecrets(id: string, parameters: z.output<typeof secretsParameters>): SpanCheck {
  const { action, replacement } = parameters
  const scanner = new SecretScanner(new Set(parameters.types ?? SECRET_TYPES))
  // The engine compiles a regular expression on first use. This does it now, so that the first request does not wait.
  scanner.scan(SAMPLE, 0, false, null)
  scanner.scan(SAMPLE, 0, true, [])
  return {
    kind: 'spans',
    id,
    messages: 'all',
    failsOnFinding: action === 'detect',
    find: (text, from) => {
      const found: FoundSecret[] = []
      scanner.scan(text, from, true, found)
      return found.map(
        (one): Span => ({
          start: one.start,
          end: one.end,
          label: one.type,
          action: spanAction(action, one.type, replacement),
        }),
      )
    },
    settledUntil: (text, from) => scanner.scan(text, from, false, null),
  }
}
