/** A port whose accept queue is full: connects time out, as behind a firewall that drops packets. */

import { connect, type Socket } from 'node:net'

/** Listens, then suspends its own process with SIGSTOP, so that it never accepts a connection. */
const PROGRAM = `
  const server = require('node:net').createServer(() => {})
  server.listen({ port: 0, host: process.argv[1] ?? '127.0.0.1' }, () => {
    require('node:fs').writeSync(1, String(server.address().port) + '\\n')
    process.kill(process.pid, 'SIGSTOP')
  })`

/** Larger than the accept queue of any runtime. */
const MAX_CONNECTIONS = 5_000
/** On the same machine, a connect succeeds at once or not at all. */
const SILENCE_MS = 300
/** A connect that succeeded may be noticed late on a busy machine. */
const SILENT_CONNECTS = 3

export type SilentListener = AsyncDisposable & { readonly port: number; readonly url: string }

export async function silentListener(address = '127.0.0.1'): Promise<SilentListener> {
  const child = Bun.spawn([process.execPath, '-e', PROGRAM, address], { stdout: 'pipe', stderr: 'inherit' })
  const { value } = await child.stdout.getReader().read()
  const port = Number(new TextDecoder().decode(value))
  const sockets: Socket[] = []
  let silent = 0
  while (silent < SILENT_CONNECTS) {
    if (sockets.length > MAX_CONNECTIONS) throw new Error('The accept queue never fills.')
    const socket = connect(port, address)
    socket.on('error', () => undefined)
    sockets.push(socket)
    const isOpen = await Promise.race([
      new Promise<true>((resolve) => socket.once('connect', () => resolve(true))),
      Bun.sleep(SILENCE_MS).then(() => false),
    ])
    silent = isOpen ? 0 : silent + 1
  }
  return {
    port,
    url: `http://${address}:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
