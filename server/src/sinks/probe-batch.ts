/** The log that a test of a sink sends. */

import type { RequestRecord } from '../core/record.ts'
import { logLine } from '../core/sinks/log-line.ts'
import { NO_USAGE } from '../core/usage.ts'
import { NO_BODIES } from '../records/journal/frame.ts'
import type { Batch } from './destination.ts'

export function probeBatch(): Batch {
  const record = probeRecord()
  const line = logLine(record, NO_BODIES, { bodies: 'none', withoutMetadata: [] }, (text) => text)
  return { id: `test-${record.id}`, logs: [{ record, line: JSON.stringify(line) }] }
}

/** Marked by its metadata, so that a receiver can tell it from the log of a request. */
function probeRecord(): RequestRecord {
  const id = Bun.randomUUIDv7()
  return {
    id,
    traceId: `test-${id}`,
    organisationId: 'test',
    workspaceId: 'test',
    keyId: 'test',
    startedAtMs: Date.now(),
    durationMs: 0,
    firstByteMs: null,
    method: 'POST',
    path: '/v1/chat/completions',
    endpoint: 'chat.completions',
    ending: 'complete',
    status: 200,
    errorCode: null,
    provider: 'test',
    target: null,
    model: 'test',
    responseModel: null,
    isStream: false,
    cacheStatus: 'DISABLED',
    retries: 0,
    usage: { ...NO_USAGE, inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    virtualKey: null,
    configId: null,
    configVersion: null,
    promptId: null,
    promptVersion: null,
    costNanoUsd: 0,
    costLines: [],
    priceVersion: null,
    cacheSavedMs: null,
    cacheSavedNanoUsd: null,
    spanId: null,
    parentSpanId: null,
    spanName: null,
    source: 'gateway',
    metadata: { gatehouse_test: 'true' },
    attempts: [],
    decisions: [],
    warnings: [],
    requestHeaders: {},
    responseHeaders: {},
    requestBytes: 0,
    responseBytes: 0,
    requestBodyCut: false,
    responseBodyCut: false,
  }
}
