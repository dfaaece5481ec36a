/** Short messages between nodes over Redis: each may be lost, so none may be needed. */

import { openRedis, type RedisClient } from './open-redis.ts'

const PREFIX = 'gatehouse:bus:'

export class RedisBus {
  readonly #subscriber: RedisClient
  readonly #listeners = new Map<string, (text: string) => void>()
  readonly #onReconnected: (() => void)[] = []

  constructor(
    private readonly publisher: RedisClient,
    url: string,
  ) {
    this.#subscriber = openRedis(url, 'subscription')
    this.#subscriber.on('message', (channel: string, text: string) => {
      if (channel.startsWith(PREFIX)) this.#listeners.get(channel.slice(PREFIX.length))?.(text)
    })
    // Subscriptions come back by themselves; what was said meanwhile does not.
    this.#subscriber.on('ready', () => {
      for (const listener of this.#onReconnected) listener()
    })
  }

  publish(topic: string, text: string): void {
    this.publisher.publish(PREFIX + topic, text).catch(() => {
      // The others find out in their own time.
    })
  }

  /** One listener for each topic. */
  listen(topic: string, listener: (text: string) => void): void {
    this.#listeners.set(topic, listener)
    this.#subscriber.subscribe(PREFIX + topic).catch(() => {
      // The connection was closed before it was there.
    })
  }

  /** Told whenever the connection is there, the first time too. */
  onReconnected(listener: () => void): void {
    this.#onReconnected.push(listener)
  }

  close(): void {
    this.#subscriber.disconnect()
  }
}
