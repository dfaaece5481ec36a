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
    this.publisher.publish(PREFIX + topic, text).catch(() => {
      // Other nodes notice the change by polling.
    })
  }

  /** At most one listener per topic. */
  listen(topic: string, listener: (text: string) => void): void {
    this.#listeners.set(topic, listener)
    this.#subscriber.subscribe(PREFIX + topic).catch(() => {
      // The connection was closed before it was established.
    })
  }

  /** Called after every connect, including the first. */
  onReconnected(listener: () => void): void {
    this.#onReconnected.push(listener)
  }

  close(): void {
    this.#subscriber.disconnect()
  }
}
