import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { quote, writeCode } from './view-code.ts'

const ORIGIN = 'http://127.0.0.1:8787'
const CALL = {
  method: 'POST',
  path: '/configs/validate',
  query: { workspace_id: 'w 1' },
  body: { config: { note: "it's" } },
} as const

test('the shell gives back exactly what was quoted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const printable = text.replaceAll('\0', '')
      const { stdout } = Bun.spawnSync(['sh', '-c', `printf %s ${quote(printable)}`])
      expect(stdout.toString()).toBe(printable)
    }),
    { numRuns: propertyRuns(30) },
  )
})

test('each language names the address, the key by its variable, and the body', () => {
  for (const language of ['curl', 'typescript', 'python', 'cli'] as const) {
    const code = writeCode(CALL, language, ORIGIN)
    expect(code).toContain('/v1/configs/validate?workspace_id=w+1')
    expect(code).toContain('note')
    if (language !== 'cli') expect(code).toContain('GATEWAY_API_KEY')
  }
})

test('a page may have its own command', () => {
  expect(writeCode({ path: '/logs', cli: 'gatehouse logs tail' }, 'cli', ORIGIN)).toBe('gatehouse logs tail')
})
