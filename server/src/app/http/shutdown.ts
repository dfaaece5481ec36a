/** How a process leaves: the port stays open until balancers know, running requests end, then the sockets are cut. */

/** An answer is recorded before its last byte has left. */
const LAST_BYTES_MS = 250

export type ShutdownParts = {
  readonly server: { stop(closeActiveConnections?: boolean): Promise<void> }
  /** Ends what runs, by force after this time. */
  readonly drain: (drainMs: number) => Promise<void>
  readonly drainMs: number
  /** A balancer that has read readyz meanwhile sends nothing new; kept connections get their `Connection: close`. */
  readonly delayMs: number
  /** What takes its time and needs no port. */
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

/** During the drain every answer is the last one of its connection. */
export async function closing(answering: Response | Promise<Response>): Promise<Response> {
  const response = await answering
  response.headers.set('connection', 'close')
  return response
}
