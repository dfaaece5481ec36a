import { expect, test } from 'bun:test'
import { CREDENTIAL_HEADERS } from '../core/headers.ts'
import { looksSecret } from './problems.ts'

test('every credential header in a config is masked', () => {
  expect(CREDENTIAL_HEADERS.filter((name) => !looksSecret(name))).toEqual([])
})
