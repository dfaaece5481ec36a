/** Rows of the catalogue for the checks that look for personal data, secrets and prompt injections. */

import { BOTH, type CheckDescription } from './check-description.ts'
import { promptInjectionParameters } from './injection/prompt-injection-parameters.ts'
import { piiParameters } from './pii/pii-parameters.ts'
import { secretsParameters } from './secrets/secrets-parameters.ts'

export const FINDERS: readonly CheckDescription[] = [
  {
    id: 'default.pii',
    name: 'Personal data',
    about: 'Finds personal data by form and checksum, and reports, redacts or tokenises it.',
    directions: BOTH,
    parameters: piiParameters,
  },
  {
    id: 'default.secrets',
    name: 'Secrets',
    about: 'Finds API keys, tokens, private keys and passwords, and reports, redacts or tokenises them.',
    directions: BOTH,
    parameters: secretsParameters,
  },
  {
    id: 'default.promptInjection',
    name: 'Prompt injection',
    about: 'No text scores as a prompt injection. A heuristic: attempts in plain words of the task pass.',
    directions: BOTH,
    parameters: promptInjectionParameters,
  },
]
