import { expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { residentBytes } from '../harness/process-use.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

const MIB = 1024 * 1024

/** The peak memory of a process above `before` while `work` ran. */
async function growthDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = residentBytes(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(pid))
  }, 5)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return (most - before) / MIB
}

test('twenty concurrent uploads of 20 MiB are streamed, and little of them is held in memory', async () => {
  await using gateway = await startGatewayProcess()
  await using simulator = await startSimulator({ answers: [{ sink: true }] })
  const headers = { 'x-gateway-config': JSON.stringify(at(simulator)), 'content-type': 'application/octet-stream' }
  const isHalfArrived = Promise.withResolvers<void>()
  const upload = () => {
    let sentMib = 0
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sentMib === 10) await isHalfArrived.promise
        if (sentMib++ === 20) controller.close()
        else controller.enqueue(new Uint8Array(MIB))
      },
    })
    return gateway.fetch('/v1/proxy/upload', { method: 'POST', headers, body })
  }
  const replies = Array.from({ length: 20 }, upload)
  await eventually('the provider has the first half of every upload', () => {
    const { requests } = simulator
    return requests.length === 20 && requests.every(({ bodyBytes }) => bodyBytes === 10 * MIB)
  })
  const metrics = await (await gateway.fetch('/metrics', { key: gateway.adminKey })).text()
  // Each upload buffers at most 2 MiB.
  expect(Number(/^gatehouse_request_body_bytes (\d+)$/m.exec(metrics)?.[1])).toBeLessThan(20 * 2 * MIB)
  isHalfArrived.resolve()
  for (const reply of replies) expect(await (await reply).json()).toMatchObject({ bytes: 20 * MIB })
})

test('concurrent JSON bodies beyond the memory for bodies get 503, and the others are served', async () => {
  const limitMib = 48
  const environment = {
    GATEWAY_BODY_MEMORY_BYTES: String(limitMib * MIB),
    GATEWAY_KEY_BODY_PERCENT: '100',
    GATEWAY_WORKSPACE_BODY_PERCENT: '100',
  }
  await using gateway = await startGatewayProcess({ environment })
  await using simulator = await startSimulator({ answers: [{ body: { ok: true }, delayMs: 300 }] })
  await (await gateway.chat({ provider: 'mock' })).text()
  const body = { model: 'm', messages: [{ role: 'user', content: 'x'.repeat(10 * MIB) }] }
  const statuses: number[] = []
  const grown = await growthDuring(gateway.process.child.pid, async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => gateway.chat(at(simulator), { body })))
    for (const reply of replies) {
      await reply.text()
      if (reply.status === 503) expect(reply.headers.get('retry-after')).toBe('1')
      statuses.push(reply.status)
    }
  })
  const count = (status: number) => statuses.filter((seen) => seen === status).length
  expect(count(200) + count(503)).toBe(20)
  expect(count(200)).toBeGreaterThanOrEqual(4)
  expect(grown).toBeLessThan(400)
  expect((await gateway.chat(at(simulator))).status).toBe(200)
})

test('failed responses that need translation are not read in full while a later target is called', async () => {
  await using gateway = await startGatewayProcess()
  const sockets: Socket[] = []
  const taken: number[] = []
  // 31 MiB without an end: below the size limit for translation.
  const heavy = createServer((socket) => {
    const place = sockets.push(socket) - 1
    const piece = Buffer.alloc(MIB, 'x')
    const send = (left: number) => {
      taken[place] = 31 - left
      if (left > 0) socket.write(piece, (error) => (error ? undefined : send(left - 1)))
    }
    socket.on('error', () => {})
    socket.once('data', () => {
      const head = 'HTTP/1.1 500 Error\r\ncontent-type: application/json\r\ncontent-length: 99000000\r\n\r\n{"error":"'
      socket.write(head)
      send(31)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => heavy.once('listening', ready))
  const { port } = heavy.address() as { readonly port: number }
  const closed = () => sockets.length === 4 && sockets.every((socket) => socket.destroyed)
  await using last = await startSimulator({ answers: [{ status: 200, body: { choices: [] }, delayMs: 2_000 }] })
  const target = { ...at({ url: `http://127.0.0.1:${port}` }), provider: 'anthropic' }
  const targets = [...Array.from({ length: 4 }, () => target), at(last)]
  const reply = await gateway.chat({ strategy: { mode: 'fallback' }, targets })
  expect(reply.status).toBe(200)
  await eventually('the connections of the failed targets are closed', closed)
  // Bytes beyond 256 KiB are in the kernel's buffers.
  for (const mebibytes of taken) expect(mebibytes).toBeLessThan(20)
  heavy.close()
})
