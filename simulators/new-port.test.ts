import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { newPort } from './new-port.ts'

const OTHER_PROCESS = `
  const { newPort } = await import(process.argv[1])
  console.log(JSON.stringify(Array.from({ length: 150 }, newPort)))
  await Bun.stdin.text()`

const FROM_NODE = `
  const { newPort } = await import(process.argv[1])
  const ports = []
  while (ports.length < 150) ports.push(await newPort())
  console.log(JSON.stringify(ports))
  process.stdin.resume()`

async function portsOf(command: readonly string[], program: string, module: string) {
  const child = Bun.spawn([...command, program, join(import.meta.dir, module)], { stdin: 'pipe', stdout: 'pipe' })
  const { value } = await child.stdout.getReader().read()
  const end = async () => {
    child.stdin.end()
    await child.exited
  }
  return { ports: JSON.parse(new TextDecoder().decode(value)) as number[], [Symbol.asyncDispose]: end }
}

test('no port is given out twice, in no process', async () => {
  await using bun = await portsOf([process.execPath, '-e'], OTHER_PROCESS, 'new-port.ts')
  await using node = await portsOf(
    ['node', '--input-type=module', '-e'],
    FROM_NODE,
    '../scripts/services/server-port.mjs',
  )
  const ports = [...Array.from({ length: 150 }, newPort), ...bun.ports, ...node.ports]
  expect(new Set(ports).size).toBe(450)
})

test('operating systems do not choose these ports', () => {
  const port = newPort()
  expect(port).toBeGreaterThan(10_000)
  // Linux chooses from 32768, other systems from 49152.
  expect(port).toBeLessThan(32_768)
})

test('a stopped server can start again on its port', () => {
  const port = newPort()
  for (let i = 0; i < 2; i++) {
    const server = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() })
    expect(server.port).toBe(port)
    server.stop(true)
  }
})
