/** Idle time-outs of client connections: one without a request is closed, one whose request runs stays open. */

/** Bun counts in steps of four seconds. */
const AT_ONCE_SECONDS = 1

export class Connections {
  /** `server` is asked for with each call: a listener may start after the parts behind it. */
  constructor(
    private readonly server: () => Pick<Bun.Server<undefined>, 'timeout'>,
    private readonly keepAliveSeconds: number,
  ) {}

  /** A model may think for minutes: `Running` has the limits of requests in progress. */
  keepOpen(request: Request): void {
    this.server().timeout(request, 0)
  }

  /** The last bytes of the response are about to be sent. Bun keeps the time-out for the next request too. */
  restore(request: Request): void {
    this.server().timeout(request, this.keepAliveSeconds)
  }

  close(request: Request): void {
    this.server().timeout(request, AT_ONCE_SECONDS)
  }

  /** For requests that are not in `Running`. A response that may stream for long says `connection: close` itself. */
  async during(request: Request, answering: Response | Promise<Response>): Promise<Response> {
    this.keepOpen(request)
    const response = await answering
    if (response.headers.get('connection') !== 'close') this.restore(request)
    return response
  }
}
