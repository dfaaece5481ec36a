/** The state of the sink form, and the request body built from it. */

import type { Sink, SinkType } from './sink.ts'

export type Draft = {
  readonly name: string
  readonly type: SinkType
  readonly isEverywhere: boolean
  readonly enabled: boolean
  readonly filter: string
  readonly percent: string
  readonly bodies: Sink['bodies']
  readonly excluded: string
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly prefix: string
  readonly format: string
  readonly signals: string
  readonly brokers: string
  readonly topic: string
  readonly tls: boolean
  readonly sasl: string
  readonly messageKey: string
  /** For this and the other secrets below: empty keeps the stored value. */
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
  readonly url: string
  readonly signingSecret: string
  readonly isUnsigned: boolean
  readonly headers: string
  readonly isWithoutHeaders: boolean
  readonly username: string
  readonly password: string
}

export function draftOf(sink: Sink | null): Draft {
  return {
    name: sink?.name ?? '',
    type: sink?.type ?? 's3',
    isEverywhere: sink?.workspace_id === null,
    enabled: sink?.enabled ?? true,
    filter: sink?.filter ?? '',
    percent: String(Number(((sink?.sample_rate ?? 1) * 100).toFixed(7))),
    bodies: sink?.bodies ?? 'none',
    excluded: sink?.exclude_metadata.join('\n') ?? '',
    endpoint: sink?.endpoint ?? '',
    region: sink?.region ?? '',
    bucket: sink?.bucket ?? '',
    prefix: sink?.prefix ?? '',
    format: sink?.format ?? 'jsonl',
    signals: sink?.signals?.length === 1 ? (sink.signals[0] ?? 'both') : 'both',
    brokers: sink?.brokers?.join('\n') ?? '',
    topic: sink?.topic ?? '',
    tls: sink?.tls ?? true,
    sasl: sink?.sasl ?? 'none',
    messageKey: sink?.message_key ?? 'trace_id',
    accessKeyId: '',
    secretAccessKey: '',
    sessionToken: '',
    url: '',
    signingSecret: '',
    isUnsigned: false,
    headers: '',
    isWithoutHeaders: false,
    username: '',
    password: '',
  }
}

/** Without type and workspace, which are sent only when a sink is created. */
export function bodyOf(draft: Draft): Record<string, unknown> {
  return {
    name: draft.name.trim(),
    enabled: draft.enabled,
    filter: draft.filter.trim() === '' ? null : draft.filter.trim(),
    sample_rate: draft.percent.trim() === '' ? null : Number((Number(draft.percent) / 100).toFixed(9)),
    bodies: draft.bodies,
    exclude_metadata: linesOf(draft.excluded),
    ...destinationIn(draft),
  }
}

function destinationIn(draft: Draft): Record<string, unknown> {
  switch (draft.type) {
    case 's3':
      return {
        endpoint: draft.endpoint.trim() === '' ? null : draft.endpoint.trim(),
        region: draft.region.trim(),
        bucket: draft.bucket.trim(),
        prefix: draft.prefix.trim(),
        format: draft.format,
        ...given('access_key_id', draft.accessKeyId),
        ...given('secret_access_key', draft.secretAccessKey),
        ...given('session_token', draft.sessionToken),
      }
    case 'webhook':
      return {
        ...given('webhook_url', draft.url),
        ...(draft.isUnsigned ? { signing_secret: null } : given('signing_secret', draft.signingSecret)),
        ...headersIn(draft),
      }
    case 'otlp':
      return {
        endpoint: draft.endpoint.trim(),
        signals: draft.signals === 'both' ? ['logs', 'spans'] : [draft.signals],
        ...headersIn(draft),
      }
    case 'kafka':
      return {
        brokers: linesOf(draft.brokers),
        topic: draft.topic.trim(),
        tls: draft.tls,
        sasl: draft.sasl,
        message_key: draft.messageKey,
        ...(draft.sasl !== 'none' && { ...given('username', draft.username), ...given('password', draft.password) }),
      }
  }
}

function given(field: string, text: string): Record<string, string> {
  return text.trim() === '' ? {} : { [field]: text.trim() }
}

/** One `name: value` per line. A line without a colon is sent as a name, which the gateway refuses. */
function headersIn({ headers, isWithoutHeaders }: Draft): Record<string, unknown> {
  if (isWithoutHeaders) return { headers: null }
  const lines = headers.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return {}
  const pairs = lines.map((line) => {
    const at = line.indexOf(':')
    return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
  })
  return { headers: Object.fromEntries(pairs) }
}

function linesOf(text: string): string[] {
  const parts = text.split(/[\n,]/).map((part) => part.trim())
  return parts.filter((part) => part !== '')
}
