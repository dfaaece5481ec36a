import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRecordedFile } from './recorded-requests.ts'

test('headers with credentials are not sent again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-compare-'))
  try {
    const file = join(folder, 'requests.jsonl')
    const headers = {
      'X-Portkey-Provider': 'openai',
      'x-gateway-trace-id': 't',
      'anthropic-version': '2023-06-01',
      'x-gateway-api-key': 'gateway key',
      authorization: 'Bearer provider key',
      'x-portkey-aws-secret-access-key': 'secret',
      'x-gateway-aws-session-token': 'token',
      'x-gateway-modal-secret': 'secret',
    }
    writeFileSync(file, JSON.stringify({ path: '/v1/chat/completions', headers, body: { model: 'm' } }))
    const { requests } = await readRecordedFile(file, 10)
    expect(requests.map((request) => request.headers)).toEqual([
      { 'x-gateway-provider': 'openai', 'x-gateway-trace-id': 't', 'anthropic-version': '2023-06-01' },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
