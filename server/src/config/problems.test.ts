import { expect, test } from 'bun:test'
import { CREDENTIAL_HEADERS } from '../core/headers.ts'
import { looksSecret } from './problems.ts'

test('every credential header is masked where a config holds it', () => {
  expect(CREDENTIAL_HEADERS.filter((name) => !looksSecret(name))).toEqual([])
})
