/** Messages between nodes over Redis pub/sub. Any message may be lost, so they are only hints. */

import { openRedis, type RedisClient } from './open-redis.ts'

const PREFIX = 'gatehouse:bus:'

export class RedisBus {
  readonly #subscriber: RedisClient
  readonly #listeners = new Map<string, (text: string) => void>()
  readonly #onReconnected: (() => void)[] = []

  constructor(
    private readonly publisher: RedisClient,
    url: string,
    timeoutMs: number,
  ) {
    this.#subscriber = openRedis(url, 'subscription', timeoutMs)
    this.#subscriber.on('message', (channel: string, text: string) => {
      if (channel.startsWith(PREFIX)) this.#listeners.get(channel.slice(PREFIX.length))?.(text)
    })
    // Subscriptions are restored after a reconnect; messages sent in between are lost.
    this.#subscriber.on('ready', () => {
      for (const listener of this.#onReconnected) listener()
    })
  }

  publish(topic: string, text: string): void {
    this.send(topic, text).catch(() => {
      // Other nodes find changes by polling too.
    })
  }

  /** Rejects if Redis did not accept the message. Nodes that are not connected miss it even if Redis did. */
  async send(topic: string, text: string): Promise<void> {
    await this.publisher.publish(PREFIX + topic, text)
  }

  /** At most one listener per topic. */
  listen(topic: string, listener: (text: string) => void): void {
    this.#listeners.set(topic, listener)
    this.#subscriber.subscribe(PREFIX + topic).catch(() => {
      // The connection was closed before it was established.
    })
  }

  /** A subscription sends no commands, so a server that hangs is noticed only if it does not respond to this one. */
  probe(): void {
    if (this.#subscriber.status === 'ready') this.#subscriber.ping().catch(() => {})
  }

  /** Called after every connect, including the first. */
  onReconnected(listener: () => void): void {
    this.#onReconnected.push(listener)
  }

  close(): void {
    this.#subscriber.disconnect()
  }
}
