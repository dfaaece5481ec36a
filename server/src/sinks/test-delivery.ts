/** Test helpers: records and sink delivery in a temporary folder, and a webhook that keeps the requests it received. */

import type { Sink, SinkProgress, SinkSecret, SinkSelection, SinkSettings } from '../core/sinks/sinks.ts'
import { LOCAL_POLICY } from '../egress/test-policy.ts'
import { openRecords, type Records } from '../records/records.ts'
import { type RunningSinkDelivery, startSinkDelivery } from './sink-delivery.ts'

const ORGANISATION = 'org_1'

export type TestSink = Partial<Omit<Sink, 'selection'>> & {
  readonly id: string
  readonly settings: SinkSettings
  readonly secret?: SinkSecret
  readonly selection?: Partial<SinkSelection>
}

export function testSink({ secret = {}, selection = {}, ...given }: TestSink): Sink {
  return {
    organisationId: ORGANISATION,
    workspaceId: null,
    name: given.id,
    isEnabled: true,
    selection: { filter: null, sampleRate: 1, bodies: 'none', withoutMetadata: [], ...selection },
    sealed: JSON.stringify(secret),
    urlHint: null,
    createdBy: 'test',
    createdAtMs: 0,
    updatedAtMs: 0,
    ...given,
  }
}

export type TestDelivery = AsyncDisposable & {
  readonly records: Records
  readonly delivery: RunningSinkDelivery
  readonly problems: string[]
  /** The last report of a sink. */
  progressOf(sinkId: string): SinkProgress | undefined
  /** Makes opening secrets fail, or work again. */
  lock(isLocked: boolean): void
  /** Replaces the enabled sinks. */
  change(sinks: readonly Sink[]): void
}

export type TestDeliveryOptions = {
  readonly backlogBytes?: number
  readonly segmentBytes?: number
  readonly maxAgeMs?: number
}

/** `change` replaces `sinks` later. */
export function testDelivery(
  dataDirectory: string,
  sinks: readonly Sink[],
  { backlogBytes = 2 ** 30, segmentBytes = 20_000, maxAgeMs = 20 }: TestDeliveryOptions = {},
): TestDelivery {
  const problems: string[] = []
  const progress = new Map<string, SinkProgress>()
  let enabled = sinks
  let isLocked = false
  const records = openRecords({ dataDirectory, retentionDays: 30, segmentBytes })
  const delivery = startSinkDelivery({
    sinks: { enabled: async () => enabled },
    progress: {
      report: async (reported) => {
        for (const one of reported) progress.set(one.sinkId, one)
      },
    },
    vault: {
      open: (sealed) => {
        if (isLocked) throw new Error('the key is not there')
        return sealed
      },
    },
    filterOf: ({ organisationId, workspaceId }) => ({ organisationId, workspaceId }),
    start: {
      journalKey: null,
      journalDirectory: `${dataDirectory}/journal`,
      policy: LOCAL_POLICY,
      connectTimeoutMs: 120_000,
      backlogBytes,
      maxAgeMs,
      firstWaitMs: 20,
      reportEveryMs: 20,
      version: '0.0.0',
      providerNames: {},
    },
    onProblem: (message) => problems.push(message),
  })
  return {
    records,
    delivery,
    problems,
    progressOf: (sinkId) => progress.get(sinkId),
    lock(locked) {
      isLocked = locked
      delivery.refresh()
    },
    change(changed) {
      enabled = changed
      delivery.refresh()
    },
    async [Symbol.asyncDispose]() {
      await delivery.close()
      await records.close()
    },
  }
}

export type TestWebhook = AsyncDisposable & {
  readonly url: string
  /** Each request: its id, its headers and the ids of its logs. */
  readonly requests: {
    readonly id: string
    readonly headers: Headers
    readonly body: string
    readonly logIds: string[]
  }[]
  /** Ids of all logs that the webhook has accepted. */
  readonly logIds: Set<string>
  /** Assign to change the responses; the default is 200. */
  respond: (ids: readonly string[], body: string) => Response
}

export function testWebhook(): TestWebhook {
  const requests: TestWebhook['requests'] = []
  const logIds = new Set<string>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = await request.text()
      const ids = (JSON.parse(body) as { id: string }[]).map(({ id }) => id)
      requests.push({ id: request.headers.get('webhook-id') ?? '', headers: request.headers, body, logIds: ids })
      const response = webhook.respond(ids, body)
      if (response.ok) for (const id of ids) logIds.add(id)
      return response
    },
  })
  const webhook: TestWebhook = {
    url: `http://127.0.0.1:${server.port}/logs`,
    requests,
    logIds,
    respond: () => new Response(),
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
  return webhook
}
