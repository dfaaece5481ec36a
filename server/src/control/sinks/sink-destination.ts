/** The destination of a sink: reads the fields of each type, and never sends a stored secret to another destination. */

import { GatewayError } from '../../core/errors.ts'
import type { SinkSecret, SinkSettings, SinkType } from '../../core/sinks/sinks.ts'
import { urlHintOf } from '../alerting/channel-wire.ts'
import type { GivenDestination } from './sink-wire.ts'

type Field = keyof GivenDestination

const SETTINGS_OF: Readonly<Record<SinkType, readonly Field[]>> = {
  s3: ['endpoint', 'region', 'bucket', 'prefix', 'format'],
  webhook: [],
  otlp: ['endpoint', 'signals'],
  kafka: ['brokers', 'topic', 'tls', 'sasl', 'message_key'],
}
const SECRETS_OF: Readonly<Record<SinkType, readonly Field[]>> = {
  s3: ['access_key_id', 'secret_access_key', 'session_token'],
  webhook: ['webhook_url', 'signing_secret', 'headers'],
  otlp: ['headers'],
  kafka: ['username', 'password'],
}

/** Maps each field to the member of `SinkSecret`. */
const MEMBER_OF = {
  access_key_id: 'accessKeyId',
  secret_access_key: 'secretAccessKey',
  session_token: 'sessionToken',
  webhook_url: 'url',
  signing_secret: 'signingSecret',
  headers: 'headers',
  username: 'username',
  password: 'password',
} as const satisfies Partial<Record<Field, keyof SinkSecret>>

type SecretField = keyof typeof MEMBER_OF

export type Destination = { readonly settings: SinkSettings; readonly secret: SinkSecret }

/** `before`: null for a new sink. Throws if a field is missing or unused, or if a stored secret would go elsewhere. */
export function destinationOf(type: SinkType, given: GivenDestination, before: Destination | null): Destination {
  refuseOtherFields(type, given)
  const settings = settingsOf(type, given, before?.settings ?? null)
  const secret = secretOf(type, given, before?.secret ?? {})
  if (before !== null && needsSecretsAgain(before, { settings, secret })) requireSecretsAgain(given, before.secret)
  if (settings.type === 'kafka' && settings.sasl === 'none') {
    refuseUnused(given, 'username', 'sasl is none')
    refuseUnused(given, 'password', 'sasl is none')
    return { settings, secret: {} }
  }
  for (const field of requiredSecrets(settings)) if (secret[MEMBER_OF[field]] === undefined) throw missing(field, type)
  return { settings, secret }
}

/** Names of the secret fields that are set. */
export function secretFields(secret: SinkSecret): string[] {
  return Object.keys(MEMBER_OF).filter((field) => secret[MEMBER_OF[field as SecretField]] !== undefined)
}

export function urlHint({ url }: SinkSecret): string | null {
  return url === undefined ? null : urlHintOf(url)
}

function settingsOf(type: SinkType, given: GivenDestination, before: SinkSettings | null): SinkSettings {
  switch (type) {
    case 's3': {
      const old = before?.type === 's3' ? before : null
      return {
        type,
        endpoint: given.endpoint === undefined ? (old?.endpoint ?? null) : given.endpoint,
        region: required(given.region ?? old?.region, 'region', type),
        bucket: required(given.bucket ?? old?.bucket, 'bucket', type),
        prefix: given.prefix ?? old?.prefix ?? '',
        format: given.format ?? old?.format ?? 'jsonl',
      }
    }
    case 'webhook':
      return { type }
    case 'otlp': {
      const old = before?.type === 'otlp' ? before : null
      return {
        type,
        endpoint: required(given.endpoint === undefined ? old?.endpoint : given.endpoint, 'endpoint', type),
        signals: given.signals ?? old?.signals ?? ['logs', 'spans'],
      }
    }
    case 'kafka': {
      const old = before?.type === 'kafka' ? before : null
      return {
        type,
        brokers: required(given.brokers ?? old?.brokers, 'brokers', type),
        topic: required(given.topic ?? old?.topic, 'topic', type),
        tls: given.tls ?? old?.tls ?? true,
        sasl: given.sasl ?? old?.sasl ?? 'none',
        messageKey: given.message_key ?? old?.messageKey ?? 'trace_id',
      }
    }
  }
}

/** Undefined keeps the stored secret, null removes it. */
function secretOf(type: SinkType, given: GivenDestination, before: SinkSecret): SinkSecret {
  const secret: Record<string, unknown> = {}
  for (const field of SECRETS_OF[type] as readonly SecretField[]) {
    const value = given[field] === undefined ? before[MEMBER_OF[field]] : given[field]
    if (value !== undefined && value !== null) secret[MEMBER_OF[field]] = value
  }
  return secret
}

function requiredSecrets(settings: SinkSettings): readonly SecretField[] {
  if (settings.type === 's3') return ['access_key_id', 'secret_access_key']
  if (settings.type === 'webhook') return ['webhook_url']
  return settings.type === 'kafka' ? ['username', 'password'] : []
}

/** Whether the stored secret would be sent to a server that may not know it yet, or with less protection. */
function needsSecretsAgain(before: Destination, after: Destination): boolean {
  const [old, next] = [before.settings, after.settings]
  if (old.type === 'kafka' && next.type === 'kafka')
    return (
      next.brokers.some((broker) => !old.brokers.includes(broker)) || (old.tls && !next.tls) || old.sasl !== next.sasl
    )
  return originOf(before) !== originOf(after)
}

/** Null for Kafka, and for AWS, where each region has its own origin but the same owner. */
function originOf({ settings, secret }: Destination): string | null {
  if (settings.type === 'kafka') return null
  const url = settings.type === 'webhook' ? (secret.url ?? null) : settings.endpoint
  return url === null ? null : new URL(url).origin
}

function requireSecretsAgain(given: GivenDestination, stored: SinkSecret): void {
  const kept = secretFields(stored).filter(
    (field) => field !== 'webhook_url' && given[field as SecretField] === undefined,
  )
  const [first] = kept
  if (first === undefined) return
  throw new GatewayError('invalid_body', {
    param: first,
    message: `${first}: required, because the sink gets another destination. Stored secrets never go there.`,
    hint: `Send ${kept.join(', ')} again. Null removes signing_secret, headers and session_token.`,
  })
}

function refuseOtherFields(type: SinkType, given: GivenDestination): void {
  const known = [...SETTINGS_OF[type], ...SECRETS_OF[type]]
  for (const field of Object.keys(given) as Field[]) {
    if (given[field] === undefined || known.includes(field)) continue
    throw new GatewayError('invalid_body', {
      param: field,
      message: `${field}: not used by sinks of type ${type}.`,
      hint: `Sinks of type ${type} have the fields ${known.join(', ')}.`,
    })
  }
}

function refuseUnused(given: GivenDestination, field: Field, because: string): void {
  if (given[field] === undefined) return
  throw new GatewayError('invalid_body', {
    param: field,
    message: `${field}: not used, because ${because}.`,
    hint: 'Omit it, or choose another sasl.',
  })
}

function required<Value>(value: Value | null | undefined, field: Field, type: SinkType): Value {
  if (value === undefined || value === null) throw missing(field, type)
  return value
}

function missing(field: Field, type: SinkType): GatewayError {
  return new GatewayError('invalid_body', {
    param: field,
    message: `${field}: required for sinks of type ${type}.`,
    hint: `Send ${field}.`,
  })
}
