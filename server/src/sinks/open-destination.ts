/** Opens the destination of a sink and defines its batch limits. The first sink of a type loads the type's code. */

import type { SinkSecret, SinkSettings, SinkType } from '../core/sinks/sinks.ts'
import type { OpenSocket } from '../egress/checked-socket.ts'
import type { Egress } from '../egress/send.ts'
import type { SystemNames } from '../observe/otlp-spans.ts'
import type { BatchLimits, Destination } from './destination.ts'

export type DestinationServices = {
  readonly egress: Egress
  /** For protocols other than HTTP. */
  readonly openSocket: OpenSocket
  readonly connectTimeoutMs: number
  readonly version: string
  readonly systemOf: SystemNames
}

export async function openDestination(
  settings: SinkSettings,
  secret: SinkSecret,
  services: DestinationServices,
): Promise<Destination> {
  switch (settings.type) {
    case 'webhook': {
      const { webhookDestination } = await import('./destinations/webhook.ts')
      return webhookDestination(secret, services.egress)
    }
    case 's3': {
      const { s3Destination } = await import('./destinations/s3.ts')
      return s3Destination(settings, secret, services.egress)
    }
    case 'otlp': {
      const { otlpDestination } = await import('./destinations/otlp.ts')
      return otlpDestination(settings, secret, services)
    }
    case 'kafka': {
      const { kafkaDestination } = await import('./destinations/kafka.ts')
      return kafkaDestination(settings, secret, services)
    }
  }
}

/** A destination that always fails. Logs wait up to the backlog limit, as for a destination that is down. */
export function failingDestination(message: string): Destination {
  return { deliver: async () => ({ kind: 'failed', message, retryAfterMs: null }), close: async () => {} }
}

const KIB = 1024
const MIB = 1024 * KIB

/** Few large objects are cheaper to write and to query than many small ones. */
const BATCH_LIMITS: Readonly<Record<SinkType, BatchLimits>> = {
  s3: { targetBytes: 16 * MIB, maxAgeMs: 60_000, maxLineBytes: 16 * MIB },
  webhook: { targetBytes: 256 * KIB, maxAgeMs: 1_000, maxLineBytes: MIB },
  otlp: { targetBytes: 256 * KIB, maxAgeMs: 1_000, maxLineBytes: MIB },
  kafka: { targetBytes: 256 * KIB, maxAgeMs: 500, maxLineBytes: MIB },
}

/** Maximum memory for the lines of all sinks together. */
const MAX_LINES_BYTES = 128 * MIB

export function batchLimits(type: SinkType, sinks: number, maxAgeMs: number | null): BatchLimits {
  const limits = BATCH_LIMITS[type]
  return {
    ...limits,
    maxAgeMs: Math.min(limits.maxAgeMs, maxAgeMs ?? limits.maxAgeMs),
    maxLineBytes: Math.min(limits.maxLineBytes, Math.floor(MAX_LINES_BYTES / Math.max(1, sinks))),
  }
}
