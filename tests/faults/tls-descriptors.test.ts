/** More TLS connections than file descriptors. */

import { expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { StreamItem } from '../../simulators/answer.ts'
import { eventChannel } from '../../simulators/event-channel.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { startTlsGateway, type TlsGateway } from '../harness/tls-gateway.ts'
import { noticesLowDescriptors } from './notices-low-descriptors.ts'

const LIMIT = 400
const CONNECTIONS = 460
const OPEN_AGAIN_MS = 250

/**
 * Opens connections that the test keeps open. With `opening`, each completes its handshake and sends it. The gateway
 * checks its descriptors once a second, and closes connections for which it finds none: these are opened again.
 */
function openMany({ port, trust }: TlsGateway, opening: string | null) {
  const sockets = new Set<Socket>()
  let opensAgain = true
  function open(): void {
    if (!opensAgain) return
    const target = { host: '127.0.0.1', port }
    const socket: Socket =
      opening === null ? connect(target) : connectTls({ ...target, ca: trust.ca }, () => socket.write(opening))
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      setTimeout(open, OPEN_AGAIN_MS)
    })
    socket.resume()
    sockets.add(socket)
  }
  for (let i = 0; i < CONNECTIONS; i++) open()
  const keep = () => {
    opensAgain = false
  }
  return {
    /** From now on, closed connections are not opened again. */
    keep,
    [Symbol.dispose]() {
      keep()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const OPENINGS: readonly (readonly [string, string | null])[] = [
  ['begin no handshake', null],
  ['send half a request head', 'POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\n'],
  ['stay open after a response', 'GET /healthz HTTP/1.1\r\nHost: gateway\r\n\r\n'],
]

test.each(OPENINGS)(
  'more connections that %s than there are descriptors: others are still served, and a stream continues',
  async (_, opening) => {
    await using tls = await startTlsGateway({}, { descriptorLimit: LIMIT })
    const { gateway } = tls
    const channel = eventChannel<StreamItem>()
    await using simulator = await startSimulator({ answers: [{ stream: channel }, 'fresh'] })
    channel.push('begun')
    const stream = await gateway.chat(at(simulator), { body: { stream: true } })
    {
      using many = openMany(tls, opening)
      await noticesLowDescriptors(gateway)
      many.keep()
      const served = async () => {
        const fresh = { headers: { connection: 'close' } }
        const reply = await gateway.chat(at(simulator), fresh).catch(() => null)
        return reply?.status === 200 && (await reply.text()).includes('fresh')
      }
      await eventually('a new caller and a new upstream connection get through', served)
    }
    channel.push('ended')
    channel.close()
    expect(await stream.text()).toContain('ended')
    expect(gateway.process.child.exitCode).toBe(null)
  },
)
