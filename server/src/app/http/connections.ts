/** Sets the idle timeouts of client connections: idle ones are closed, those with a running request stay open. */

import type { SocketHandler } from '../../gateway/sockets/sockets.ts'

/** Close as soon as possible: Bun rounds timeouts up to steps of four seconds. */
const AT_ONCE_SECONDS = 1

export class Connections {
  /** `server` is read on each call because a listener may start after the components that use it. */
  constructor(
    private readonly server: () => Pick<Bun.Server<SocketHandler>, 'timeout' | 'upgrade'>,
    private readonly keepAliveSeconds: number,
  ) {}

  /** Disables the idle timeout because a model may take minutes; `RequestsInFlight` limits requests in progress. */
  keepOpen(request: Request): void {
    this.server().timeout(request, 0)
  }

  /** Called before the last bytes of the response are sent. Bun applies the timeout to the next request too. */
  restore(request: Request): void {
    this.server().timeout(request, this.keepAliveSeconds)
  }

  /** Makes the connection of a request a WebSocket. */
  upgrade(request: Request, session: SocketHandler, headers: Readonly<Record<string, string>>): boolean {
    return this.server().upgrade(request, { data: session, headers })
  }

  close(request: Request): void {
    this.server().timeout(request, AT_ONCE_SECONDS)
  }

  /** For requests not in `RequestsInFlight`. Responses that stream for long set `connection: close` themselves. */
  async during(request: Request, responding: Response | Promise<Response>): Promise<Response> {
    this.keepOpen(request)
    const response = await responding
    if (response.headers.get('connection') !== 'close') this.restore(request)
    return response
  }
}
