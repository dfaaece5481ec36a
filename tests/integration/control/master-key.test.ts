import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway } from '../../harness/start-gateway.ts'

const program = join(import.meta.dir, '..', '..', '..', 'bin', 'gatehouse.mjs')

async function rotate(dataDirectory: string, environment: Record<string, string> = {}): Promise<number> {
  const env = { ...process.env, GATEWAY_DATA_DIR: dataDirectory, ...environment }
  return Bun.spawn(['node', program, 'rotate-master-key'], { env, stdout: 'ignore', stderr: 'ignore' }).exited
}

test('keys and sealed credentials work after a master key rotation, before and after a restart', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  try {
    const ask = { body: { model: '@team/mock-1' } }
    {
      await using gateway = await startGateway({ dataDirectory })
      const body = { name: 'Team', slug: 'team', provider: 'mock', key: 'sk-any' }
      expect((await gateway.fetch('/v1/virtual-keys', { method: 'POST', body })).status).toBe(200)
      const before = await Bun.file(join(dataDirectory, 'master.key')).text()
      expect(await rotate(dataDirectory)).toBe(0)
      expect(await Bun.file(join(dataDirectory, 'master.key')).text()).not.toBe(before)
      expect((await gateway.chat(null, ask)).status).toBe(200)
    }
    await using restarted = await startGateway({ dataDirectory })
    expect((await restarted.chat(null, ask)).status).toBe(200)
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})

test('a new key from the environment requires the old one', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  try {
    expect(await rotate(dataDirectory, { GATEWAY_MASTER_KEY: 'ab'.repeat(31) + '01' })).toBe(78)
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
