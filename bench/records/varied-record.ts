/** Random records as varied as a month of traffic: models, keys, configs, prompts, users, labels. */

import type { RequestRecord } from '../../server/src/core/record.ts'
import { sampleRecord, sampleUsage } from '../../server/src/records/testing/sample-record.ts'

const random = (below: number) => Math.floor(Math.random() * below)
/** Skewed distribution: few values are frequent, many are rare. */
const skewed = (below: number) => Math.floor(below * Math.random() ** 3)
const MODELS = Array.from({ length: 20 }, (_, i) => [`provider-${i % 5}`, `model-${i}`] as const)
const ATTEMPTS = sampleRecord().attempts

export function variedRecord(startedAtMs: number, traceId: string): RequestRecord {
  const [provider, model] = MODELS[skewed(MODELS.length)]!
  const draw = Math.random()
  const isError = draw < 0.03
  const inputTokens = 20 + random(4000)
  const durationMs = Math.round(80_000 * Math.random() ** 6 * 1000) / 1000 + 40
  const outputTokens = isError ? 0 : 5 + random(900)
  const usage = sampleUsage({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens })
  return sampleRecord({
    id: Bun.randomUUIDv7('hex', startedAtMs),
    traceId,
    workspaceId: draw < 0.8 ? 'ws_1' : `ws_${2 + random(9)}`,
    keyId: `key_${skewed(50)}`,
    startedAtMs,
    durationMs,
    // The attempts take all of the time except the gateway's own.
    attempts: ATTEMPTS.map((attempt) => ({ ...attempt, durationMs: durationMs - 0.2 - Math.random() })),
    status: isError ? [400, 401, 429, 500, 503][skewed(5)]! : 200,
    provider,
    model,
    responseModel: model,
    isStream: draw > 0.5,
    cacheStatus: draw > 0.9 ? 'HIT' : 'MISS',
    retries: draw > 0.97 ? 1 : 0,
    usage: isError ? null : usage,
    virtualKey: `virtual-${skewed(40)}`,
    configId: `config-${skewed(100)}`,
    configVersion: 1,
    promptId: draw > 0.6 ? `prompt-${skewed(30)}` : null,
    promptVersion: draw > 0.6 ? 1 + random(3) : null,
    costNanoUsd: draw > 0.95 ? null : inputTokens * 150 + outputTokens * 600,
    metadata: {
      _user: `user-${skewed(5000)}`,
      _organisation: 'org_1',
      team: `team-${skewed(50)}`,
      environment: draw > 0.3 ? 'production' : 'staging',
      // 2,000 of ten million rows, for queries with rare matches.
      ...(draw < 0.0002 ? { needle: `needle-${random(4)}` } : {}),
    },
  })
}
