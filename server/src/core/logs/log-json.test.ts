import { expect, test } from 'bun:test'
import type { AttemptRecord } from '../record.ts'
import { attemptToWire } from './log-json.ts'

/** An attempt that sent the request with one member replaced. */
function sentBodyOf(request: string): string | null {
  const sent = { startBytes: 10, endBytes: 10, text: '"gpt"' }
  return attemptToWire({ sent } as unknown as AttemptRecord, Buffer.from(request)).sent_body
}

test('a sent body is rebuilt from the start and the end of the request', () => {
  expect(sentBodyOf('{"model": "other","a":"bc"}')).toBe('{"model": "gpt","a":"bc"}')
})

test('a sent body is unknown if guardrails have shortened the logged request', () => {
  expect(sentBodyOf('{"a":"***"}')).toBeNull()
})
