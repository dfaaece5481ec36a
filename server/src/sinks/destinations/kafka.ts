/** Sends each log as one message to a Kafka topic. */

import type { Socket } from 'node:net'
import {
  CompressionTypes,
  Kafka,
  type KafkaConfig,
  KafkaJSProtocolError,
  logLevel,
  type Message,
  Partitioners,
  type Producer,
} from 'kafkajs'
import type { KafkaSinkSettings, SinkSecret } from '../../core/sinks/sinks.ts'
import type { OpenSocket } from '../../egress/checked-socket.ts'
import type { DeliveryOutcome, Destination, SelectedLog } from '../destination.ts'
import { saslOptions } from './kafka-sasl.ts'
import { limitFrames } from './limit-frames.ts'

export type KafkaServices = { readonly openSocket: OpenSocket; readonly connectTimeoutMs: number }

/** Maximum size of a broker's response. Metadata of one topic and its brokers is far smaller. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024
/** Below the timeout of a delivery, so that an error names the broker. */
const REQUEST_TIMEOUT_MS = 20_000

/** Protocol error codes of messages that a broker will never accept. */
const REJECTED: ReadonlySet<string> = new Set(['INVALID_RECORD', 'INVALID_TIMESTAMP'])
const TOO_LARGE: ReadonlySet<string> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE'])

type Connected = { readonly producer: Producer; readonly sockets: ReadonlySet<Socket> }

export function kafkaDestination(
  settings: KafkaSinkSettings,
  secret: SinkSecret,
  services: KafkaServices,
): Destination {
  let connected: Connected | null = null

  function end(): void {
    const ending = connected
    connected = null
    // Not awaited: `disconnect` waits for requests that have no response yet.
    ending?.producer.disconnect().catch(() => {})
    for (const socket of ending?.sockets ?? []) socket.destroy()
  }

  async function send(logs: readonly SelectedLog[]): Promise<void> {
    if (connected === null) {
      connected = newProducer(settings, secret, services)
      await connected.producer.connect()
    }
    const messages = logs.map((log) => messageOf(log, settings.messageKey))
    await connected.producer.send({ topic: settings.topic, acks: -1, compression: CompressionTypes.GZIP, messages })
  }

  return {
    async deliver({ logs }, signal) {
      signal.throwIfAborted()
      const aborted = Promise.withResolvers<never>()
      const onAbort = () => {
        end()
        aborted.reject(signal.reason)
      }
      signal.addEventListener('abort', onAbort)
      const sent = send(logs)
      // After an abort nothing else handles a rejection of `sent`.
      sent.catch(() => {})
      try {
        await Promise.race([sent, aborted.promise])
        return { kind: 'delivered' }
      } catch (error) {
        // The next delivery connects again, so it knows the current leaders of the partitions.
        end()
        signal.throwIfAborted()
        return outcomeOf(error, settings)
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
    close: async () => end(),
  }
}

function messageOf({ record, line }: SelectedLog, key: KafkaSinkSettings['messageKey']): Message {
  return {
    key: key === 'trace_id' ? record.traceId : record.workspaceId,
    value: line,
    headers: { log_id: record.id },
    timestamp: String(record.startedAtMs),
  }
}

function newProducer(settings: KafkaSinkSettings, secret: SinkSecret, services: KafkaServices): Connected {
  const { tls, sasl, brokers } = settings
  const sockets = new Set<Socket>()
  const socketFactory: KafkaConfig['socketFactory'] = ({ host, port, onConnect }) => {
    // The cluster advertises its brokers. Without TLS, a man in the middle could advertise another one.
    if (sasl !== 'none' && !tls && !brokers.includes(`${host}:${port}`))
      throw new Error(
        `the cluster named the broker ${host}:${port}, which is not in brokers. Without TLS, the password is only sent to brokers of the sink. Add it to brokers, or use TLS`,
      )
    const socket = services.openSocket({ host, port, isTls: tls }, onConnect)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    limitFrames(socket, MAX_RESPONSE_BYTES)
    return socket
  }
  const kafka = new Kafka({
    clientId: 'gatehouse',
    brokers: [...brokers],
    ssl: tls,
    ...(sasl !== 'none' && { sasl: saslOptions(sasl, secret) }),
    socketFactory,
    connectionTimeout: services.connectTimeoutMs,
    authenticationTimeout: services.connectTimeoutMs,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // For connecting: each broker of the list is tried once.
    retry: { retries: brokers.length - 1, initialRetryTime: 50, maxRetryTime: 50 },
    logLevel: logLevel.NOTHING,
  })
  const producer = kafka.producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    // A retry of the library skips brokers that have responded. If a partition has moved to such a broker since, its
    // messages would be lost. We send the whole batch again instead, so the library's idempotent producer, which needs
    // retries, cannot be used.
    retry: { retries: 0 },
  })
  return { producer, sockets }
}

function outcomeOf(error: unknown, { topic, brokers }: KafkaSinkSettings): DeliveryOutcome {
  const cause = causeOf(error)
  const type = cause instanceof KafkaJSProtocolError ? cause.type : null
  const reason =
    cause instanceof Error ? cause.message.replace(/^(Connection error|Failed to connect): /, '') : 'failed'
  if (type !== null && TOO_LARGE.has(type))
    return { kind: 'too-large', message: `Kafka: ${reason} (${type}). See max.message.bytes of the topic ${topic}.` }
  if (type !== null && REJECTED.has(type)) return { kind: 'rejected', message: `Kafka: ${reason} (${type})` }
  if (type === 'UNKNOWN_TOPIC_OR_PARTITION')
    return failed(`The topic ${topic} does not exist, or the user may not see it. Create it: sinks create no topics.`)
  return failed(`Kafka at ${brokers.join(', ')}: ${reason}${type === null ? '' : ` (${type})`}`)
}

function failed(message: string): DeliveryOutcome {
  return { kind: 'failed', message, retryAfterMs: null }
}

/** The library wraps errors when it gives up. */
function causeOf(error: unknown): unknown {
  let found = error
  for (let depth = 0; depth < 5 && found instanceof Error && found.cause instanceof Error; depth++) found = found.cause
  return found
}
