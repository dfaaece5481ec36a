import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withCurl } from '../harness/curl-stand-in.ts'
import { startProgram } from '../harness/gateway-program.ts'

test('the first start prints the keys once and a working curl command', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-first-'))
  try {
    const environment = { GATEWAY_PORT: '0', GATEWAY_DATA_DIR: dataDirectory }
    const first = await startProgram(environment)
    const screen = first.output()
    const workspaceKey = /gww_[0-9A-Za-z]{46}/.exec(screen)?.[0] ?? 'no workspace key'
    expect(screen).toMatch(/gwa_[0-9A-Za-z]{46}/)
    const command = /curl [\s\S]*?-d '[^']*'/.exec(screen)?.[0] ?? 'false'
    expect(command).toContain(workspaceKey)
    const shell = Bun.spawn(['sh', '-c', command], { env: withCurl(dataDirectory), stdout: 'pipe' })
    const answer = JSON.parse(await new Response(shell.stdout).text()) as {
      choices: { message: { content: string } }[]
    }
    expect(answer.choices[0]?.message.content.length).toBeGreaterThan(0)
    first.child.kill('SIGTERM')
    expect(await first.child.exited).toBe(0)

    const second = await startProgram(environment)
    expect(second.output()).not.toMatch(/gw[aw]_[0-9A-Za-z]{46}/)
    const models = await fetch(`${second.url}/v1/models`, {
      headers: { 'x-gateway-api-key': workspaceKey, 'x-gateway-provider': 'mock' },
    })
    expect(models.status).toBe(200)
    second.child.kill('SIGKILL')
    await second.child.exited
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
