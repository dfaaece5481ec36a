/**
 * Graceful shutdown: the port stays open until load balancers notice, running requests finish, then remaining sockets
 * are closed.
 */

/** Time to flush: a request counts as finished before its last byte is sent. */
const LAST_BYTES_MS = 250

export type ShutdownParts = {
  readonly server: { stop(closeActiveConnections?: boolean): Promise<void> }
  /** Waits for running requests, and aborts them after `drainMs`. */
  readonly drain: (drainMs: number) => Promise<void>
  readonly drainMs: number
  /**
   * Load balancers read /readyz during this time and stop sending requests; keep-alive connections get `Connection:
   * close`.
   */
  readonly delayMs: number
  /** Cleanup that takes time and does not need the port. */
  readonly meanwhile?: () => Promise<void>
}

export async function shutDown({ server, drain, drainMs, delayMs, meanwhile }: ShutdownParts): Promise<void> {
  await Bun.sleep(Math.min(drainMs, delayMs))
  const closed = server.stop()
  await meanwhile?.()
  await drain(drainMs)
  await Promise.race([closed, Bun.sleep(LAST_BYTES_MS)])
  await server.stop(true)
}

/** During the drain, every response closes its connection. */
export async function closing(responding: Response | Promise<Response>): Promise<Response> {
  const response = await responding
  response.headers.set('connection', 'close')
  return response
}
