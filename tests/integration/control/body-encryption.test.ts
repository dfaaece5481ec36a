import { expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway } from '../../harness/start-gateway.ts'

const MOCK = { provider: 'mock' }
const ON = { GATEWAY_BODY_ENCRYPTION: 'on' }

/** Files of the data folder that contain the text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && (await readFile(path)).includes(text)) found.push(path)
  }
  return found
}

test('with encryption on, the data folder has no plain body, and logs are readable after a restart', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-encrypted-'))
  const question = `question ${crypto.randomUUID()}`
  try {
    const first = await startGateway({ dataDirectory, environment: ON })
    const body = { model: 'mock', messages: [{ role: 'user', content: question }] }
    await (await first.chat(MOCK, { body, headers: { 'x-gateway-trace-id': 'sealed' } })).text()
    await first.waitForLog('sealed')
    expect(await filesWith(dataDirectory, question)).toEqual([])
    expect(await first.stop()).toBe(0)
    await using again = await startGateway({ dataDirectory, environment: { GATEWAY_BODY_ENCRYPTION: 'off' } })
    const { data } = await again.logs({ page_size: '10' })
    const detail = await (await again.fetch(`/v1/logs/${data[0]!.id}`)).json()
    expect(detail).toMatchObject({ bodies_expired: false, request: { body: expect.stringContaining(question) } })
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
