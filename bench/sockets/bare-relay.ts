/** The baseline: a WebSocket relay in the same runtime without any feature. Its argument is the upstream's origin. */

import { announce } from '../announce.ts'

const upstream = process.argv[2]
if (upstream === undefined) throw new Error('usage: bare-relay.ts <upstream origin>')

type State = { readonly provider: WebSocket }

const server = Bun.serve<State>({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  async fetch(request, listener) {
    const { pathname, search } = new URL(request.url)
    const provider = new WebSocket(upstream.replace('http', 'ws') + pathname + search)
    provider.binaryType = 'nodebuffer'
    await new Promise((resolve) => provider.addEventListener('open', resolve))
    return listener.upgrade(request, { data: { provider } }) ? undefined : new Response(null, { status: 400 })
  },
  websocket: {
    idleTimeout: 0,
    open(socket) {
      const { provider } = socket.data
      provider.addEventListener('message', ({ data }) => void socket.send(data as string))
      provider.addEventListener('close', () => socket.close())
    },
    message: (socket, message) => socket.data.provider.send(message),
    close: (socket) => socket.data.provider.close(),
  },
})
announce(`http://127.0.0.1:${server.port}`)
