/** Arbitrary records for property tests. */

import fc from 'fast-check'
import { ERRORS, type ErrorCode } from '../../core/error-table.ts'
import type { AttemptRecord, Decision, RecordBodies, RequestRecord } from '../../core/record.ts'

const text = fc.string({ unit: 'binary', maxLength: 12 })
const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 })
const count = fc.nat()
const milliseconds = fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value + 0)
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const labels = fc.dictionary(
  fc.oneof(name, fc.constantFrom('_user', '_prompt', '_organisation', '_environment')),
  text,
  {
    noNullPrototype: true,
    maxKeys: 4,
  },
)
const errorCode = orNull(fc.constantFrom(...(Object.keys(ERRORS) as ErrorCode[])))

const attempt: fc.Arbitrary<AttemptRecord> = fc.record({
  target: text,
  provider: text,
  url: text,
  retry: count,
  startMs: milliseconds,
  firstByteMs: orNull(milliseconds),
  durationMs: milliseconds,
  status: orNull(fc.integer({ min: 100, max: 599 })),
  error: errorCode,
})

const decision: fc.Arbitrary<Decision> = fc.record({
  kind: fc.constantFrom('authenticated' as const, 'attempt' as const, 'retry' as const, 'fallback' as const),
  atMs: milliseconds,
  durationMs: milliseconds,
  target: orNull(text),
  reason: text,
})

export const anyRecord: fc.Arbitrary<RequestRecord> = fc.record({
  id: fc.uuid({ version: 7 }),
  traceId: text,
  organisationId: name,
  workspaceId: name,
  keyId: text,
  startedAtMs: fc.integer({ min: 1, max: 4e12 }),
  durationMs: milliseconds,
  firstByteMs: orNull(milliseconds),
  method: text,
  path: text,
  endpoint: text,
  ending: fc.constantFrom('complete' as const, 'refused' as const, 'abandoned' as const, 'broken' as const),
  status: fc.integer({ min: 100, max: 599 }),
  errorCode,
  provider: orNull(text),
  target: orNull(text),
  model: orNull(text),
  responseModel: orNull(text),
  isStream: fc.boolean(),
  cacheStatus: fc.constantFrom('HIT' as const, 'MISS' as const, 'SEMANTIC HIT' as const, 'DISABLED' as const),
  retries: count,
  usage: orNull(
    fc.record({
      inputTokens: orNull(count),
      outputTokens: orNull(count),
      totalTokens: orNull(count),
      cachedTokens: orNull(count),
      cachedAudioTokens: orNull(count),
      cachedWriteTokens: orNull(count),
      reasoningTokens: orNull(count),
      audioInputTokens: orNull(count),
      audioOutputTokens: orNull(count),
      images: orNull(count),
      searchUnits: orNull(count),
      cachedWriteLongTokens: orNull(count),
      imageInputTokens: orNull(count),
      imageOutputTokens: orNull(count),
      characters: orNull(count),
      audioSeconds: orNull(count),
      isEstimate: fc.boolean(),
    }),
  ),
  virtualKey: orNull(text),
  configId: orNull(text),
  configVersion: orNull(count),
  promptId: orNull(text),
  promptVersion: orNull(count),
  costNanoUsd: orNull(count),
  costLines: fc.array(
    fc.record({ unit: text, quantity: count, rateNanoUsd: count, rateUnits: count, nanoUsd: count }),
    { maxLength: 2 },
  ),
  priceVersion: orNull(text),
  cacheSavedMs: orNull(milliseconds),
  cacheSavedNanoUsd: orNull(count),
  spanId: orNull(text),
  parentSpanId: orNull(text),
  spanName: orNull(text),
  source: fc.constantFrom('gateway' as const, 'external' as const),
  metadata: orNull(labels),
  attempts: fc.array(attempt, { maxLength: 3 }),
  decisions: fc.array(decision, { maxLength: 3 }),
  warnings: fc.array(text, { maxLength: 2 }),
  requestHeaders: labels,
  responseHeaders: labels,
  requestBytes: count,
  responseBytes: count,
  requestBodyCut: fc.boolean(),
  responseBodyCut: fc.boolean(),
})

export const anyBodies: fc.Arbitrary<RecordBodies> = fc.record({
  request: orNull(fc.uint8Array({ maxLength: 300 })),
  response: orNull(fc.uint8Array({ maxLength: 300 })),
})
