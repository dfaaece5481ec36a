/** An address on loopback where every connection is refused, held for as long as the test needs it. */

export interface Refusal extends AsyncDisposable {
  readonly url: string
}

export async function startRefusal(): Promise<Refusal> {
  // The port of a connected client: nobody listens on it, and nobody else can be given it while the connection lasts.
  const holder = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const client = await Bun.connect({ hostname: '127.0.0.1', port: holder.port, socket: { data() {} } })
  return {
    url: `http://127.0.0.1:${client.localPort}`,
    async [Symbol.asyncDispose]() {
      client.terminate()
      holder.stop(true)
    },
  }
}
