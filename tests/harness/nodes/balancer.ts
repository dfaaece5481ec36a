/**
 * A load balancer with the rules of deploy/balancer.conf: a node that is not ready gets no new requests, and only a
 * request that never reached its node is sent to the next one.
 */

const ASK_EVERY_MS = 50

export interface Balancer extends AsyncDisposable {
  readonly url: string
  /** Requests that were sent to a second node because the first refused the connection. */
  readonly movedOn: () => number
}

type Node = { readonly url: string; isReady: boolean; running: number }

export function startBalancer(urls: readonly string[]): Balancer {
  const nodes: Node[] = urls.map((url) => ({ url, isReady: true, running: 0 }))
  let movedOn = 0
  let isClosed = false

  async function watch(node: Node): Promise<void> {
    while (!isClosed) {
      const reply = await fetch(`${node.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
      await reply?.text()
      node.isReady = reply?.status === 200
      await Bun.sleep(ASK_EVERY_MS)
    }
  }

  /** The least busy node that is ready; if none is ready, the least busy of all. */
  function choose(tried: ReadonlySet<Node>): Node | null {
    const left = nodes.filter((node) => !tried.has(node))
    const ready = left.filter((node) => node.isReady)
    const candidates = ready.length > 0 ? ready : left
    return candidates.reduce<Node | null>((best, node) => (best && best.running <= node.running ? best : node), null)
  }

  async function pass(request: Request): Promise<Response> {
    const body = new Uint8Array(await request.arrayBuffer())
    const { pathname, search } = new URL(request.url)
    const tried = new Set<Node>()
    for (let node = choose(tried); node; node = choose(tried)) {
      tried.add(node)
      try {
        return await send(node, request, pathname + search, body)
      } catch (error) {
        if (!isRefused(error)) return new Response(String(error), { status: 502 })
        movedOn++
        node.isReady = false
      }
    }
    return new Response('no node takes connections', { status: 502 })
  }

  async function send(node: Node, request: Request, path: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
    node.running++
    try {
      const headers = new Headers(request.headers)
      for (const name of ['connection', 'content-length']) headers.delete(name)
      const reply = await fetch(node.url + path, {
        method: request.method,
        headers,
        ...(body.length > 0 && { body }),
        decompress: false,
      })
      const answered = new Headers(reply.headers)
      for (const name of ['connection', 'transfer-encoding', 'content-length']) answered.delete(name)
      return new Response(reply.body, { status: reply.status, headers: answered })
    } finally {
      node.running--
    }
  }

  const watching = nodes.map(watch)
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, idleTimeout: 0, fetch: pass })
  return {
    url: `http://127.0.0.1:${server.port}`,
    movedOn: () => movedOn,
    async [Symbol.asyncDispose]() {
      isClosed = true
      await server.stop(true)
      await Promise.all(watching)
    },
  }
}

function isRefused(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ConnectionRefused' || code === 'ECONNREFUSED'
}
