/** The port the workers will share: free now, or the start fails as it would for one process. */

/** Workers may share a port; another gateway must not slip in among them unnoticed. */
export function choosePort(hostname: string, port: number): number {
  const listener = Bun.listen({ hostname, port, socket: { data() {} } })
  const chosen = listener.port
  listener.stop(true)
  return chosen
}
