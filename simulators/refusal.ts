/** A loopback address that refuses every connection, reserved while the test needs it. */

export interface Refusal extends AsyncDisposable {
  readonly url: string
}

export async function startRefusal(): Promise<Refusal> {
  // The port of a connected client: nothing listens on it, and it cannot be reassigned while the connection is open.
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
