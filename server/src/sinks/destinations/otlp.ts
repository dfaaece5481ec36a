/** Sends logs and spans to an OpenTelemetry collector: OTLP over HTTP in JSON, with the GenAI semantic conventions. */

import type { OtlpSinkSettings, SinkSecret } from '../../core/sinks/sinks.ts'
import type { Egress } from '../../egress/send.ts'
import { type Attribute, type Span, type SystemNames, spansOf } from '../../observe/otlp-spans.ts'
import type { DeliveryOutcome, Destination, SelectedLog } from '../destination.ts'
import { givenHeaders, sendBatch } from './http-outcome.ts'

export type OtlpServices = {
  readonly egress: Pick<Egress, 'send'>
  readonly version: string
  /** `gen_ai.provider.name` of a provider. */
  readonly systemOf: SystemNames
}

type Signal = OtlpSinkSettings['signals'][number]

/** The event of one inference in the GenAI conventions. */
const EVENT_NAME = 'gen_ai.client.inference.operation.details'

/** Severity numbers of the OpenTelemetry data model. */
const [INFO, WARN, ERROR] = [
  { severityNumber: 9, severityText: 'INFO' },
  { severityNumber: 13, severityText: 'WARN' },
  { severityNumber: 17, severityText: 'ERROR' },
]

export function otlpDestination(settings: OtlpSinkSettings, secret: SinkSecret, services: OtlpServices): Destination {
  const base = settings.endpoint.replace(/\/+$/, '')

  async function post(signal: Signal, logs: readonly SelectedLog[], end: AbortSignal): Promise<DeliveryOutcome> {
    const document = signal === 'logs' ? logsDocument(logs, services) : spansDocument(logs, services)
    const headers = { ...givenHeaders(secret.headers), 'content-type': 'application/json', 'user-agent': 'gatehouse' }
    const url = `${base}/v1/${signal === 'logs' ? 'logs' : 'traces'}`
    const request = { method: 'POST', url, headers, body: Buffer.from(JSON.stringify(document)) }
    return await sendBatch(services.egress, request, end, (body) => rejectedIn(body, signal))
  }

  return {
    async deliver({ logs }, end) {
      let outcome: DeliveryOutcome = { kind: 'delivered' }
      for (const signal of settings.signals) {
        const posted = await post(signal, logs, end)
        if (posted.kind !== 'delivered') return posted
        if (posted.dropped && posted.dropped.logs > (outcome.dropped?.logs ?? 0))
          outcome = { ...posted, dropped: { ...posted.dropped, logs: Math.min(posted.dropped.logs, logs.length) } }
      }
      return outcome
    },
    close: async () => {},
  }
}

/** A collector can accept a request and reject some of its records: `partialSuccess` in the response. */
function rejectedIn(body: string, signal: Signal): { readonly logs: number; readonly message: string } | null {
  try {
    const { partialSuccess } = JSON.parse(body) as { partialSuccess?: Record<string, string | number> }
    const rejected = Number(partialSuccess?.[signal === 'logs' ? 'rejectedLogRecords' : 'rejectedSpans'] ?? 0)
    if (!(rejected > 0)) return null
    return {
      logs: rejected,
      message: `The collector rejected ${rejected} ${signal}: ${partialSuccess?.errorMessage ?? ''}`,
    }
  } catch {
    return null
  }
}

function scopeOf({ version }: OtlpServices) {
  return { name: 'gatehouse', version }
}

function resourceOf({ version }: OtlpServices) {
  return {
    attributes: [
      { key: 'service.name', value: { stringValue: 'gatehouse' } },
      { key: 'service.version', value: { stringValue: version } },
    ],
  }
}

function spansDocument(logs: readonly SelectedLog[], services: OtlpServices) {
  const spans: Span[] = logs.flatMap(({ record }) => spansOf(record, services.systemOf))
  return { resourceSpans: [{ resource: resourceOf(services), scopeSpans: [{ scope: scopeOf(services), spans }] }] }
}

function logsDocument(logs: readonly SelectedLog[], services: OtlpServices) {
  const logRecords = logs.map((log) => logRecord(log, services))
  return { resourceLogs: [{ resource: resourceOf(services), scopeLogs: [{ scope: scopeOf(services), logRecords }] }] }
}

/** One log record per request, with the trace id and span id of the request's span in `spansDocument`. */
function logRecord({ record, line }: SelectedLog, { systemOf }: OtlpServices) {
  const span = spansOf(record, systemOf)[0]!
  const attributes: readonly Attribute[] = span.attributes
  const isError = record.status >= 500 || record.ending === 'broken'
  return {
    timeUnixNano: span.endTimeUnixNano,
    observedTimeUnixNano: span.endTimeUnixNano,
    eventName: EVENT_NAME,
    ...(isError ? ERROR : record.status >= 400 ? WARN : INFO),
    body: { stringValue: line },
    attributes,
    traceId: span.traceId,
    spanId: span.spanId,
  }
}
