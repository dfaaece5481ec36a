/**
 * Starts servers on ports that this process has not used before. A gateway under test keeps caches, circuits and
 * connections by address: with the port of an earlier server, a new one would inherit them.
 */

const used = new Set<number>()

type Server = { readonly port: number | undefined; stop(isAbrupt: boolean): unknown }

/** `start` must let the system choose the port. */
export function onNewPort<Started extends Server>(start: () => Started): Started {
  const refused: Started[] = []
  for (;;) {
    const server = start()
    if (server.port !== undefined && !used.has(server.port)) {
      used.add(server.port)
      // Stopped only now, so that the system could not choose their ports again.
      for (const other of refused) other.stop(true)
      return server
    }
    refused.push(server)
  }
}
