import { expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'
import { runCommand } from './cli/run-command.ts'

/** Names of files that group or other users can access. */
function open(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)
}

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-rights-'))
  chmodSync(folder, 0o755)
  return folder
}

test.each([
  ['one process', {}],
  ['workers', { GATEWAY_WORKERS: '2' }],
])('in a world-readable folder other users cannot read any file: %s', async (_, environment) => {
  const dataDirectory = openFolder()
  try {
    await using gateway = await startGatewayProcess({ environment, dataDirectory })
    expect((await gateway.chat({ provider: 'mock' }, { headers: { 'x-gateway-trace-id': 'one' } })).status).toBe(200)
    await gateway.waitForLog('one')
    expect(readdirSync(dataDirectory)).toContain('control.db')
    expect(readdirSync(dataDirectory)).toContain('logs.db')
    expect(open(dataDirectory)).toEqual([])
    expect(gateway.process.output()).toContain(`has mode 0755: other users of this machine can see it. Run: chmod 700`)
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
})

test('the gateway restricts permissive files of an earlier version at start, and doctor reports them', async () => {
  const dataDirectory = openFolder()
  try {
    const first = await startGatewayProcess({ dataDirectory })
    await first.stop()
    const loosened = ['control.db', 'logs.db', 'journal', 'ledger']
    for (const name of loosened) chmodSync(join(dataDirectory, name), 0o755)
    const environment = { GATEWAY_DATA_DIR: dataDirectory, GATEWAY_PORT: '1' }
    const before = await runCommand(['doctor', '--json'], { environment })
    expect(before.out).toContain('can be read by other users of this machine')
    expect(before.out).toContain('chmod -R go-rwx')
    await using second = await startGatewayProcess({ dataDirectory })
    expect(open(dataDirectory)).toEqual([])
    expect(second.process.output()).toContain('and 3 more files and folders. Their permissions were removed.')
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
})
