/** A provider that echoes every WebSocket message. */

import { announce } from '../announce.ts'

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  fetch: (request, listener) => (listener.upgrade(request) ? undefined : new Response(null, { status: 404 })),
  websocket: { idleTimeout: 0, message: (socket, message) => void socket.send(message) },
})
announce(`http://127.0.0.1:${server.port}`)
