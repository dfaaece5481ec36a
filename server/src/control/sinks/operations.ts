/** Sink operations: create, list, read, update, delete, send a sample log, and read the progress of each node. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import {
  type Sink,
  type SinkDelivery,
  type SinkSecret,
  type SinkTestResult,
  sinkContext,
} from '../../core/sinks/sinks.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import { limitTests } from '../alerting/send-test.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { type Destination, destinationOf, secretFields, urlHint } from './sink-destination.ts'
import { sinkFilter } from './sink-filter.ts'
import {
  type GivenDestination,
  progressOnWire,
  progressReply,
  sinkBody,
  sinkChange,
  sinkOnWire,
  sinkReply,
} from './sink-wire.ts'

const IN_WORKSPACE = z.object({ workspace_id: z.string().max(128).optional() })
/** Limited, because each node reads its journal once for every sink that is behind. */
const MAX_SINKS = 50
const TEST_TIMEOUT_MS = 30_000
const MAX_MESSAGE_CHARACTERS = 500

export type SinkPorts = {
  readonly vault: Pick<Vault, 'seal' | 'open'>
  /** Null if this process does not deliver logs. */
  readonly delivery: SinkDelivery | null
}

export function sinkOperations(ports: SinkPorts): readonly Operation[] {
  const { vault } = ports
  return [
    createSink(vault),
    listSinks(vault),
    readSink(vault),
    updateSink(vault),
    deleteSink(vault),
    testSink(ports),
    readProgress,
  ]
}

function createSink(vault: SinkPorts['vault']): Operation {
  return endpoint({
    name: 'sinks.create',
    method: 'POST',
    path: '/sinks',
    summary: 'Create a sink',
    description: 'Logs of requests that end after this are sent to it.',
    permission: { scope: 'sinks.create' },
    audit: 'sink.create',
    body: sinkBody,
    reply: sinkReply,
    example: { body: { name: 'Log pipeline', type: 'webhook', webhook_url: 'https://logs.example.com/gatehouse' } },
    async handle(call) {
      const { body, reach, principal, nowMs } = call
      const home = { id: crypto.randomUUID(), organisationId: reach.organisationId, workspaceId: reach.workspaceId }
      const destination = destinationOf(body.type, destinationIn(body), null)
      const sink: Sink = {
        ...home,
        name: body.name,
        isEnabled: body.enabled,
        ...sealed(vault, home, destination),
        selection: {
          filter: checkedFilter(home, body.filter),
          sampleRate: body.sample_rate,
          bodies: body.bodies,
          withoutMetadata: body.exclude_metadata,
        },
        createdBy: principal.id,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      }
      return call.change(async (stores) => {
        if ((await stores.sinks.count(reach.organisationId)) >= MAX_SINKS)
          throw new GatewayError('conflict', {
            message: `The limit of ${MAX_SINKS} sinks is reached.`,
            hint: 'Delete a sink first.',
          })
        await stores.sinks.insert(sink)
        const made = sinkOnWire(sink, secretFields(destination.secret))
        noteChange(call, sink, { after: made })
        return made
      })
    },
  })
}

function listSinks(vault: SinkPorts['vault']): Operation {
  return endpoint({
    name: 'sinks.list',
    method: 'GET',
    path: '/sinks',
    summary: 'List sinks',
    permission: { scope: 'sinks.list' },
    query: z.object({ ...IN_WORKSPACE.shape, ...pageQuery({ defaultSize: 100, maxSize: 1_000 }) }),
    reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(sinkReply) }),
    example: {},
    async handle({ reach, query, stores }) {
      const { rows, total } = await stores.sinks.list(reach, pageFrom(query))
      const reports = await stores.sinkProgress.ofSinks(rows.map(({ id }) => id))
      const data = rows.map((sink) =>
        sinkOnWire(
          sink,
          fieldsIn(vault, sink),
          reports.filter(({ sinkId }) => sinkId === sink.id),
        ),
      )
      return { object: 'list' as const, total, data }
    },
  })
}

function readSink(vault: SinkPorts['vault']): Operation {
  return endpoint({
    name: 'sinks.read',
    method: 'GET',
    path: '/sinks/{id}',
    summary: 'Read a sink',
    permission: { scope: 'sinks.read' },
    query: IN_WORKSPACE,
    reply: sinkReply,
    async handle({ reach, params, stores }) {
      const sink = await requireSink(stores, reach, params['id'] ?? '')
      return sinkOnWire(sink, fieldsIn(vault, sink), await stores.sinkProgress.ofSinks([sink.id]))
    },
  })
}

function updateSink(vault: SinkPorts['vault']): Operation {
  return endpoint({
    name: 'sinks.update',
    method: 'PUT',
    path: '/sinks/{id}',
    summary: 'Update a sink',
    description:
      'Omitted fields stay unchanged. The type cannot be changed. If the destination changes to another origin, broker, SASL mechanism or to a connection without TLS, send its secrets again: stored ones are never sent to another destination.',
    permission: { scope: 'sinks.update' },
    audit: 'sink.update',
    query: IN_WORKSPACE,
    body: sinkChange,
    reply: sinkReply,
    async handle(call) {
      const { body } = call
      return call.change(async (stores) => {
        const before = await requireSink(stores, call.reach, call.params['id'] ?? '')
        const old = { settings: before.settings, secret: secretOf(vault, before) }
        const destination = destinationOf(before.settings.type, destinationIn(body), old)
        const { selection } = before
        const after: Sink = {
          ...before,
          name: body.name ?? before.name,
          isEnabled: body.enabled ?? before.isEnabled,
          ...sealed(vault, before, destination),
          selection: {
            filter: body.filter === undefined ? selection.filter : checkedFilter(before, body.filter),
            sampleRate: body.sample_rate ?? selection.sampleRate,
            bodies: body.bodies ?? selection.bodies,
            withoutMetadata: body.exclude_metadata ?? selection.withoutMetadata,
          },
          updatedAtMs: call.nowMs,
        }
        await stores.sinks.update(after)
        const changed = sinkOnWire(after, secretFields(destination.secret))
        noteChange(call, after, { before: sinkOnWire(before, secretFields(old.secret)), after: changed })
        return { ...changed, progress: sinkOnWire(after, [], await stores.sinkProgress.ofSinks([after.id])).progress }
      })
    },
  })
}

function deleteSink(vault: SinkPorts['vault']): Operation {
  return endpoint({
    name: 'sinks.delete',
    method: 'DELETE',
    path: '/sinks/{id}',
    summary: 'Delete a sink',
    description: 'Undelivered logs are not sent. Logs that it has received are not deleted.',
    permission: { scope: 'sinks.delete' },
    audit: 'sink.delete',
    query: IN_WORKSPACE,
    reply: z.object({}),
    async handle(call) {
      return call.change(async (stores) => {
        const sink = await requireSink(stores, call.reach, call.params['id'] ?? '')
        await stores.sinks.remove(sink.id)
        noteChange(call, sink, { before: sinkOnWire(sink, fieldsIn(vault, sink)) })
        return {}
      })
    },
  })
}

function testSink({ vault, delivery }: SinkPorts): Operation {
  const limit = limitTests('sample logs')
  return endpoint({
    name: 'sinks.test',
    method: 'POST',
    path: '/sinks/{id}/test',
    summary: 'Send a sample log to a sink',
    description: 'Makes one attempt and returns its result. Also works for a disabled sink.',
    permission: { scope: 'sinks.update' },
    audit: 'sink.test',
    query: IN_WORKSPACE,
    reply: z.object({
      object: z.literal('sink_test'),
      sink_id: z.string(),
      sink_name: z.string(),
      delivered: z.boolean(),
      message: z.string(),
      duration_ms: z.number(),
    }),
    async handle(call) {
      const sink = await requireSink(call.stores, call.reach, call.params['id'] ?? '')
      limit([sink], call.nowMs)
      const { isDelivered, message, durationMs } = await sendSample(delivery, sink, vault)
      return call.change(async () => {
        const result = { delivered: isDelivered, message: message.slice(0, MAX_MESSAGE_CHARACTERS) }
        call.note({ ...targetOf(sink), after: result })
        return {
          object: 'sink_test' as const,
          sink_id: sink.id,
          sink_name: sink.name,
          ...result,
          duration_ms: Math.round(durationMs),
        }
      })
    },
  })
}

const readProgress = endpoint({
  name: 'sinks.progress',
  method: 'GET',
  path: '/sinks/{id}/progress',
  summary: 'Read the progress of a sink on each node',
  description: 'Counters start at 0 when the sink is created. Nodes that have not reported for a day are left out.',
  permission: { scope: 'sinks.read' },
  query: IN_WORKSPACE,
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(progressReply) }),
  async handle({ reach, params, stores }) {
    const sink = await requireSink(stores, reach, params['id'] ?? '')
    const data = (await stores.sinkProgress.ofSinks([sink.id])).map(progressOnWire)
    return { object: 'list' as const, total: data.length, data }
  },
})

async function sendSample(
  delivery: SinkDelivery | null,
  sink: Sink,
  vault: SinkPorts['vault'],
): Promise<SinkTestResult> {
  if (delivery === null)
    return { isDelivered: false, message: 'Delivery is not running in this process.', durationMs: 0 }
  const ended = Promise.withResolvers<SinkTestResult>()
  const message = `No response within ${TEST_TIMEOUT_MS / 1000} s.`
  const timer = setTimeout(
    () => ended.resolve({ isDelivered: false, message, durationMs: TEST_TIMEOUT_MS }),
    TEST_TIMEOUT_MS,
  )
  try {
    return await Promise.race([delivery.test(sink.settings, secretOf(vault, sink)), ended.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The body without the fields that all sinks have. */
function destinationIn(body: z.infer<typeof sinkChange> & { readonly type?: unknown }): GivenDestination {
  const { name, type, enabled, filter, sample_rate, bodies, exclude_metadata, workspace_id, ...destination } = body
  return destination
}

/** Null and an empty text select every log. */
function checkedFilter(home: Pick<Sink, 'organisationId' | 'workspaceId'>, filter: string | null): string | null {
  if (filter === null || filter === '') return null
  sinkFilter(home, filter)
  return filter
}

function sealed(
  vault: SinkPorts['vault'],
  home: Pick<Sink, 'id' | 'organisationId'>,
  { settings, secret }: Destination,
) {
  const hasSecret = secretFields(secret).length > 0
  return {
    settings,
    sealed: hasSecret ? vault.seal(JSON.stringify(secret), sinkContext(home)) : null,
    urlHint: urlHint(secret),
  }
}

function secretOf(vault: SinkPorts['vault'], sink: Sink): SinkSecret {
  return sink.sealed === null ? {} : (JSON.parse(vault.open(sink.sealed, sinkContext(sink))) as SinkSecret)
}

/** Null if the secret cannot be decrypted, so that the list still works. */
function fieldsIn(vault: SinkPorts['vault'], sink: Sink): string[] | null {
  try {
    return secretFields(secretOf(vault, sink))
  } catch {
    return null
  }
}

async function requireSink(stores: Stores, reach: Reach, id: string): Promise<Sink> {
  const sink = id.length > 128 ? undefined : await stores.sinks.find(reach, id)
  if (sink) return sink
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No sink with this id exists.',
    hint: 'GET /v1/sinks lists them. Sinks for every workspace can only be read and changed with an Admin key.',
  })
}

function noteChange(
  call: Pick<OperationCall<unknown, unknown>, 'note' | 'announce'>,
  sink: Sink,
  states: { readonly before?: unknown; readonly after?: unknown },
): void {
  call.note({ ...targetOf(sink), ...states })
  call.announce({ kind: 'sink', sinkId: sink.id })
}

function targetOf({ id, name, workspaceId }: Sink) {
  return { id, name, workspaceId }
}
