import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesWith } from '../../harness/data-files.ts'
import { eventually } from '../../harness/eventually.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'

const MOCK = { provider: 'mock' }
const ON = { GATEWAY_BODY_ENCRYPTION: 'on' }

test('with encryption on, the data folder has no plain body, and logs are readable after a restart', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-encrypted-'))
  const question = `question ${crypto.randomUUID()}`
  try {
    const first = await startGatewayProcess({ dataDirectory, environment: ON })
    const body = { model: 'mock', messages: [{ role: 'user', content: question }] }
    await (await first.chat(MOCK, { body, headers: { 'x-gateway-trace-id': 'sealed' } })).text()
    await first.waitForLog('sealed')
    expect(await filesWith(dataDirectory, question)).toEqual([])
    expect(await first.stop()).toBe(0)
    await using again = await startGatewayProcess({ dataDirectory, environment: { GATEWAY_BODY_ENCRYPTION: 'off' } })
    const { data } = await again.logs({ page_size: '10' })
    const detail = await (await again.fetch(`/v1/logs/${data[0]!.id}`)).json()
    expect(detail).toMatchObject({ bodies_expired: false, request: { body: expect.stringContaining(question) } })
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})

test('a rotation continues after kill -9, and all bodies stay readable', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-rotated-'))
  type Keys = { readonly data: readonly { readonly version: number; readonly finished_at: string | null }[] }
  const questionOf = (i: number) => `question ${i} of the rotation`
  try {
    const first = await startGatewayProcess({ dataDirectory, environment: ON })
    for (let i = 0; i < 5; i++) {
      const body = { model: 'mock', messages: [{ role: 'user', content: questionOf(i) }] }
      await (await first.chat(MOCK, { body, headers: { 'x-gateway-trace-id': `rotated-${i}` } })).text()
      await first.waitForLog(`rotated-${i}`)
    }
    const admin = { 'x-gateway-api-key': first.adminKey, 'content-type': 'application/json' }
    const rotated = await first.fetch('/v1/admin/body-keys/rotate', { method: 'POST', headers: admin, body: '{}' })
    expect((await rotated.json()) as Keys).toMatchObject({ total: 1, data: [{ version: 2, status: 'rotating' }] })
    await first.kill9()
    await using again = await startGatewayProcess({ dataDirectory, environment: ON })
    const key = await eventually('no block of the earlier key is left', async () => {
      const { data } = (await (await again.fetch('/v1/admin/body-keys', { headers: admin })).json()) as Keys
      return data[0]?.finished_at != null && data[0]
    })
    expect(key).toMatchObject({ version: 2, blocks_left: 0, blocks_unreadable: 0 })
    const { data } = await again.logs({ page_size: '10' })
    for (const { id, trace_id } of data as readonly { id: string; trace_id: string }[]) {
      const detail = await (await again.fetch(`/v1/logs/${id}`)).json()
      const question = questionOf(Number(trace_id.slice('rotated-'.length)))
      expect(detail).toMatchObject({ request: { body: expect.stringContaining(question) } })
    }
    expect(data).toHaveLength(5)
    const audit = await (await again.fetch('/v1/audit-logs?action=body_key.rotate', { headers: admin })).json()
    expect(JSON.stringify(audit)).toContain('body_key.rotate')
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
