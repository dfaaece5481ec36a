/** `gatehouse secrets test`: tests a secret reference without showing the secret. */

import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'

export async function testSecret(call: Call): Promise<void> {
  const [reference = ''] = call.operands
  const found = await call.remote().post('/secret-references/test', { reference })
  const { green, red } = call.output.colours
  const facts = [
    found['length'] === null ? null : `${found['length']} characters`,
    found['version'] === null ? null : `version ${found['version']}`,
    found['last_rotated_at'] === null ? null : `last rotated ${found['last_rotated_at']}`,
    `${found['duration_ms']} ms`,
  ].filter((fact) => fact !== null)
  const mark = found['found'] === true ? green('✔') : red('✖')
  call.output.data(found, () => `${mark} ${reference}: ${found['message']} (${facts.join(', ')})`)
  if (found['found'] === true) return
  throw new CommandError({
    what: `The secret ${reference} cannot be read.`,
    why: String(found['message']),
    fix: 'Check the reference, the secret, and the rights of the gateway in the secret store.',
  })
}
