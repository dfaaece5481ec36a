/** Best-effort messages between processes. Any message can be lost, so correctness must not depend on one. */

export interface Bus {
  publish(topic: string, text: string): void
  /** One listener per topic. */
  listen(topic: string, listener: (text: string) => void): void
}
