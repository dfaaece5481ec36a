import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesWith } from '../../harness/data-files.ts'
import { startGateway } from '../../harness/start-gateway.ts'

const MOCK = { provider: 'mock' }
const ON = { GATEWAY_BODY_ENCRYPTION: 'on' }

test('with encryption on, the data folder has no plain body, and logs are readable after a restart', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-encrypted-'))
  const question = `question ${crypto.randomUUID()}`
  try {
    const first = await startGateway({ dataDirectory, environment: ON })
    const body = { model: 'mock', messages: [{ role: 'user', content: question }] }
    await (await first.chat(MOCK, { body, headers: { 'x-gateway-trace-id': 'sealed' } })).text()
    await first.waitForLog('sealed')
    expect(await filesWith(dataDirectory, question)).toEqual([])
    await first.stop()
    await using again = await startGateway({ dataDirectory, environment: { GATEWAY_BODY_ENCRYPTION: 'off' } })
    const { data } = await again.logs({ page_size: '10' })
    const detail = await (await again.fetch(`/v1/logs/${data[0]!.id}`)).json()
    expect(detail).toMatchObject({ bodies_expired: false, request: { body: expect.stringContaining(question) } })
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
