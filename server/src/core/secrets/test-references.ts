/** Secret references for tests: values in memory, one source "test". Every workspace may use paths below `open/`. */

import { GatewayError } from '../errors.ts'
import { Secret } from '../secret.ts'
import { parseReference } from './secret-reference.ts'
import type { SecretReferences } from './secret-references.ts'

export function testReferences(values: Map<string, string> = new Map()): SecretReferences {
  const read = (reference: string) => {
    const value = values.get(reference)
    if (value === undefined) throw new GatewayError('secret_unavailable')
    return new Secret(value)
  }
  return {
    refusal(text, workspaceId, param) {
      const reference = parseReference(text)
      if (reference?.source !== 'test') return new GatewayError('secret_reference_invalid', { param })
      if (workspaceId === null || reference.path.startsWith('open/')) return null
      return new GatewayError('secret_not_allowed', { param })
    },
    async value(text, workspaceId) {
      const refusal = this.refusal(text, workspaceId, 'key')
      if (refusal) throw refusal
      return read(text)
    },
    revision: () => 0,
    renew: async (text, rejected) => read(text).reveal() !== rejected.reveal(),
    async inspect(text) {
      const value = values.get(text)
      const isFound = value !== undefined
      return { isFound, length: value?.length ?? null, version: null, rotatedAtMs: null, message: 'tested' }
    },
  }
}
