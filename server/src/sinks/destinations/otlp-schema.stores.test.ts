/** Decodes what the sink sends, with the official OTLP schema of PyPI. It rejects unknown members and wrong types. */

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleRecord } from '../../records/testing/sample-record.ts'
import { otlpDestination } from './otlp.ts'

const PACKAGES = ['opentelemetry-proto==1.45.2', 'protobuf==7.36.2']
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-otlp-'))
const python = process.env['PYTHON'] ?? 'python3'

/** OTLP in JSON encodes ids in hex, but the JSON parser of protobuf expects base64, so the ids are converted. */
const DECODE = `
import base64, json, sys
from google.protobuf.json_format import ParseDict
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

def with_ids(value):
    if isinstance(value, list): return [with_ids(one) for one in value]
    if not isinstance(value, dict): return value
    ids = ('traceId', 'spanId', 'parentSpanId')
    return {k: base64.b64encode(bytes.fromhex(v)).decode() if k in ids else with_ids(v) for k, v in value.items()}

logs, spans = [with_ids(document) for document in json.load(sys.stdin)]
log = ParseDict(logs, ExportLogsServiceRequest()).resource_logs[0].scope_logs[0].log_records[0]
spans = ParseDict(spans, ExportTraceServiceRequest()).resource_spans[0].scope_spans[0].spans
values = lambda one: {a.key: getattr(a.value, a.value.WhichOneof('value')) for a in one.attributes}
print(json.dumps({
    'log': {'event': log.event_name, 'body': log.body.string_value, 'ids': [log.trace_id.hex(), log.span_id.hex()],
            'severity': log.severity_number, 'time': str(log.time_unix_nano), 'attributes': values(log)},
    'spans': [{'ids': [s.trace_id.hex(), s.span_id.hex(), s.parent_span_id.hex()], 'kind': s.kind, 'name': s.name,
               'time': [str(s.start_time_unix_nano), str(s.end_time_unix_nano)], 'attributes': values(s)} for s in spans],
}))
`

beforeAll(() => {
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input', '--target', folder]
  const { exitCode, stderr } = Bun.spawnSync([python, ...pip, ...PACKAGES])
  if (exitCode !== 0) throw new Error(`This test needs Python 3.10 or newer with pip: ${stderr}`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the official schema reads logs and spans', async () => {
  const documents: unknown[] = []
  const egress = {
    send: async ({ body }: { readonly body: unknown }) => {
      documents.push(JSON.parse(Buffer.from(body as Uint8Array).toString()))
      return Response.json({})
    },
  }
  const services = { egress, version: '1.2.3', systemOf: (name: string) => name }
  const settings = { type: 'otlp', endpoint: 'https://otel.example.com', signals: ['logs', 'spans'] } as const
  const record = sampleRecord({ traceId: '0af7651916cd43dd8448eb211c80319c', costNanoUsd: 1_500_000 })
  const line = JSON.stringify({ id: record.id, text: 'ü\u0000' })
  const { deliver } = otlpDestination(settings, {}, services)
  expect(await deliver({ id: 'b', logs: [{ record, line }] }, new AbortController().signal)).toEqual({
    kind: 'delivered',
  })
  const env = { ...process.env, PYTHONPATH: folder }
  const decoding = Bun.spawnSync([python, '-c', DECODE], { stdin: Buffer.from(JSON.stringify(documents)), env })
  expect(decoding.stderr.toString()).toBe('')
  const { log, spans } = JSON.parse(decoding.stdout.toString())
  const [root, attempt] = spans
  const endNanos = String(BigInt(Math.round((record.startedAtMs + record.durationMs) * 1_000)) * 1_000n)
  expect(log).toMatchObject({
    event: 'gen_ai.client.inference.operation.details',
    body: line,
    ids: [record.traceId, root.ids[1]],
    severity: 9,
    time: endNanos,
  })
  expect(root).toMatchObject({ kind: 2, ids: [record.traceId, log.ids[1], ''], time: [expect.any(String), endNanos] })
  expect(attempt).toMatchObject({ kind: 3, ids: [record.traceId, expect.any(String), root.ids[1]] })
  for (const { attributes } of [log, root])
    expect(attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': record.model,
      'gen_ai.response.model': record.responseModel,
      'gen_ai.usage.input_tokens': record.usage?.inputTokens,
      'gen_ai.usage.output_tokens': record.usage?.outputTokens,
      'gatehouse.cost_usd': 0.0015,
      'gatehouse.log_id': record.id,
    })
})
