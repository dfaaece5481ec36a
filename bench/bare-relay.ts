/** The baseline: a relay in the same runtime without any feature. Its only argument is the upstream's origin. */

import { announce } from './announce.ts'

const upstream = process.argv[2]
if (upstream === undefined) throw new Error('usage: bare-relay.ts <upstream origin>')

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  async fetch(request) {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    headers.delete('host')
    const reply = await fetch(upstream + pathname + search, {
      method: request.method,
      headers,
      body: await request.bytes(),
      signal: request.signal,
      redirect: 'manual',
      decompress: false,
      timeout: false,
    })
    return new Response(reply.body, { status: reply.status, headers: reply.headers })
  },
})
announce(`http://127.0.0.1:${server.port}`)
