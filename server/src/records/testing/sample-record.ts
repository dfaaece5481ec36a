/** A typical finished request, for tests and benchmarks. */

import type { RequestRecord } from '../../core/record.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'

export function sampleRecord(changes: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id: Bun.randomUUIDv7(),
    traceId: crypto.randomUUID(),
    organisationId: 'org_1',
    workspaceId: 'ws_1',
    keyId: 'key_1',
    startedAtMs: Date.now(),
    durationMs: 812.25,
    firstByteMs: 210.5,
    method: 'POST',
    path: '/v1/chat/completions',
    endpoint: 'chat.completions',
    ending: 'complete',
    status: 200,
    errorCode: null,
    provider: 'openai',
    target: 'config.targets[0]',
    model: 'gpt-4o-mini',
    responseModel: 'gpt-4o-mini-2024-07-18',
    isStream: false,
    cacheStatus: 'DISABLED',
    retries: 0,
    usage: sampleUsage({ inputTokens: 120, outputTokens: 64, totalTokens: 184 }),
    virtualKey: null,
    configId: null,
    configVersion: null,
    promptId: null,
    promptVersion: null,
    costNanoUsd: null,
    costLines: [],
    priceVersion: null,
    cacheSavedMs: null,
    cacheSavedNanoUsd: null,
    spanId: null,
    parentSpanId: null,
    spanName: null,
    source: 'gateway',
    metadata: { _user: 'user_1', team: 'search' },
    attempts: [
      {
        target: 'config.targets[0]',
        provider: 'openai',
        url: 'https://api.openai.com/v1/chat/completions',
        retry: 0,
        startMs: 0.4,
        firstByteMs: 210,
        durationMs: 811,
        status: 200,
        error: null,
      },
    ],
    decisions: [
      { kind: 'authenticated', atMs: 0.1, durationMs: 0, target: null, reason: 'workspace key' },
      { kind: 'planned', atMs: 0.2, durationMs: 0.1, target: null, reason: 'inline config' },
      { kind: 'attempt', atMs: 0.4, durationMs: 811, target: 'config.targets[0]', reason: '200' },
      { kind: 'committed', atMs: 210, durationMs: 0, target: 'config.targets[0]', reason: 'first content' },
    ],
    warnings: [],
    requestHeaders: { 'content-type': 'application/json', 'user-agent': 'OpenAI/JS 6.49.0' },
    responseHeaders: { 'content-type': 'application/json' },
    requestBytes: 1024,
    responseBytes: 1024,
    requestBodyCut: false,
    responseBodyCut: false,
    ...changes,
  }
}

export function sampleUsage(changes: Partial<Usage> = {}): Usage {
  return { ...NO_USAGE, ...changes }
}
