/** Short messages between processes: each may be lost, so none may be needed. */

export interface Bus {
  publish(topic: string, text: string): void
  /** One listener for each topic. */
  listen(topic: string, listener: (text: string) => void): void
}
