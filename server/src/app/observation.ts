/** Telemetry for operators: metrics for Prometheus, spans for OpenTelemetry. */

import { asGatewayError, GatewayError } from '../core/errors.ts'
import type { HeaderMap } from '../core/headers.ts'
import type { RequestRecord } from '../core/record.ts'
import { originOf } from '../core/request-url.ts'
import type { Egress } from '../egress/send.ts'
import { authenticate, type SenderPorts } from '../gateway/admit/authenticate.ts'
import { gaugeText, sumMetrics } from '../observe/prometheus.ts'
import { RequestMetrics } from '../observe/request-metrics.ts'
import { TraceExporter } from '../observe/trace-exporter.ts'
import { findProvider } from '../providers/registry.ts'
import type { GatehouseSettings, TraceSettings } from '../settings.ts'
import type { SinksHealth } from '../sinks/sink-delivery.ts'
import type { StorageHealth } from './http/readiness.ts'
import { errorResponse } from './route-request.ts'
import { type TlsHealth, tlsText } from './tls/tls-health.ts'

export type Gauges = {
  readonly running: number
  readonly bodyBytes: number
  readonly storage: StorageHealth
  readonly openCircuits: number
  readonly failingTasks: number
  /** Null if this process delivers to no sinks. */
  readonly sinks: SinksHealth | null
  /** Null if this process does not speak TLS. */
  readonly tls: TlsHealth | null
}

type MetricsSenders = Pick<SenderPorts, 'directory' | 'certificateOf'>

/** Reads the metrics of the other processes on this port. */
type Others = () => Promise<readonly string[]>

const noOthers: Others = async () => []

export class Observation {
  readonly #metrics = new RequestMetrics()
  readonly #startedAtMs = Date.now()
  #traces: TraceExporter | null = null

  constructor(
    private readonly settings: Pick<GatehouseSettings, 'hasOpenMetrics' | 'traces' | 'headerPrefixes'>,
    private readonly version: string,
  ) {}

  /** Sends spans through egress like all outgoing traffic. The operator's collector may have a private address. */
  sendTraces(egress: Egress): void {
    const { traces } = this.settings
    if (traces === null) return
    const post = (body: string, signal: AbortSignal) => postTraces(egress, traces, body, signal)
    const { serviceName } = traces
    this.#traces = new TraceExporter(post, { serviceName, version: this.version }, telemetryName)
  }

  add(record: RequestRecord): void {
    this.#metrics.add(record)
    this.#traces?.add(record)
  }

  /** GET /metrics. Traffic volumes are confidential, so it requires an Admin key unless the operator opened it. */
  async respond(
    request: Request,
    senders: MetricsSenders,
    gauges: Gauges,
    baseUrl: string,
    others: Others = noOthers,
  ): Promise<Response> {
    try {
      if (!this.settings.hasOpenMetrics) await this.#requireAdmin(request, senders)
    } catch (error) {
      return errorResponse(asGatewayError(error), baseUrl)
    }
    const type = 'text/plain; version=0.0.4; charset=utf-8'
    return new Response(sumMetrics([this.text(gauges), ...(await others())]), { headers: { 'content-type': type } })
  }

  /** Metrics of this process only. */
  text(gauges: Gauges): string {
    return this.#metrics.text() + this.#gaugesText(gauges)
  }

  async close(): Promise<void> {
    await this.#traces?.close()
  }

  async #requireAdmin(request: Request, { directory, certificateOf }: MetricsSenders): Promise<void> {
    const headers: HeaderMap = Object.fromEntries(request.headers)
    const caller = await authenticate(headers, this.settings.headerPrefixes, directory, certificateOf(request))
    // A personal key could belong to a user who may see only a part of the organisation.
    if (caller.kind !== 'admin' || caller.holderId !== undefined)
      throw new GatewayError('scope_missing', {
        message: 'Only an Admin key that belongs to no user may read metrics.',
        hint: 'Use an Admin key that was created without a user.',
      })
  }

  #gaugesText({ running, bodyBytes, storage, openCircuits, failingTasks, sinks, tls }: Gauges): string {
    const { records, ledger, problems } = storage
    const traces = this.#traces?.counts ?? { sent: 0, dropped: 0 }
    return [
      gaugeText('gatehouse_requests_running', 'Requests in progress.', running),
      gaugeText('gatehouse_request_body_bytes', 'Request bodies in memory.', bodyBytes),
      gaugeText('gatehouse_journal_backlog_bytes', 'Records not yet in the store.', records.backlogBytes),
      gaugeText(
        'gatehouse_records_lost',
        'Records lost since the start; a lower bound after damage.',
        records.lostRecords,
      ),
      gaugeText(
        'gatehouse_storage_problems',
        'Problems of the stores and of the TLS certificate; /readyz lists them.',
        problems.length,
      ),
      gaugeText('gatehouse_ledger_damages', 'Unacknowledged damage in the ledger.', ledger.damages),
      gaugeText('gatehouse_ledger_tails_cut', 'Incomplete ledger entries removed at startup.', ledger.tailsCut),
      gaugeText(
        'gatehouse_sync_failures',
        'Failed syncs of the journals since the start; only with GATEWAY_DURABILITY=disk.',
        records.syncFailures + ledger.syncFailures,
      ),
      gaugeText('gatehouse_circuits_open', 'Circuit breakers that are open.', openCircuits),
      gaugeText('gatehouse_background_tasks_failing', 'Background tasks that could not start yet.', failingTasks),
      gaugeText('gatehouse_spans_sent', 'Spans the collector accepted since the start.', traces.sent),
      gaugeText('gatehouse_traces_dropped', 'Requests whose spans the collector did not accept.', traces.dropped),
      ...sinksText(sinks),
      ...tlsText(tls),
      gaugeText('process_resident_memory_bytes', 'Resident memory.', process.memoryUsage.rss()),
      gaugeText('process_start_time_seconds', 'Start time of the process.', this.#startedAtMs / 1_000),
      gaugeText('gatehouse_build_info', 'Version of this build.', 1, { version: this.version }),
    ].join('')
  }
}

function sinksText(health: SinksHealth | null): readonly string[] {
  if (health === null || health.sinks === 0) return []
  return [
    gaugeText('gatehouse_sinks', 'Enabled sinks that this node delivers to.', health.sinks),
    gaugeText(
      'gatehouse_sink_waiting_bytes',
      'Journal data that the slowest sink has not received.',
      health.waitingBytes,
    ),
    gaugeText('gatehouse_sink_logs_delivered', 'Logs that sinks accepted, over all sinks.', health.deliveredLogs),
    gaugeText(
      'gatehouse_sink_logs_dropped',
      'Logs that sinks rejected or were too far behind for.',
      health.droppedLogs,
    ),
    gaugeText('gatehouse_sink_failures', 'Deliveries that failed and were repeated.', health.failures),
  ]
}

async function postTraces(
  egress: Egress,
  { url, headers }: TraceSettings,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const request = {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(body),
  }
  const response = await egress.send(request, signal, {
    hasStoredCredential: false,
    trustedOrigin: originOf(url),
  })
  await response.body?.cancel()
  return response.status
}

function telemetryName(slug: string): string {
  return findProvider(slug)?.telemetryName ?? slug
}
