/** Random configs with every kind of route, made by the real config checks and compiler. */

import { compile } from '../../server/src/config/compile.ts'
import { parseConfigValue } from '../../server/src/config/parse-config.ts'
import type { Plan } from '../../server/src/config/plan.ts'
import type { SeededRandom } from './seeded-random.ts'

const ROOT = {
  provider: null,
  virtualKey: null,
  modelKey: null,
  customHost: null,
  timeoutMs: null,
  forwardHeaders: null,
  settings: {},
  hasCallerCredential: false,
  inputGuardrails: null,
  outputGuardrails: null,
} as const

const STATUSES = [400, 404, 408, 429, 500, 501, 502, 503, 504, 529, '4xx', '5xx'] as const
const MODES = ['fallback', 'fallback', 'loadbalance', 'conditional', 'single'] as const
const MAX_LEVELS = 3

/** Few hosts, so that several targets of one config share a provider and its circuit. */
export const HOSTS = ['a', 'b', 'c', 'd'] as const

export function randomPlan(random: SeededRandom): Plan {
  return compile(parseConfigValue(randomNode(random, 0)), ROOT)
}

function randomNode(random: SeededRandom, level: number): object {
  const isLeaf = level === MAX_LEVELS || random.chance(level === 0 ? 0.1 : 0.65)
  const own = { ...(random.chance(isLeaf ? 0.5 : 0.2) && { retry: randomRetry(random) }), ...randomLimits(random) }
  if (isLeaf) {
    const host = random.pick(HOSTS)
    return {
      ...own,
      ...codes(random, 0.1),
      provider: 'openai-compatible',
      custom_host: `http://${host}.test/v1`,
      api_key: 'k',
    }
  }
  const mode = random.pick(MODES)
  const count = random.between(mode === 'single' ? 1 : 2, 3)
  const targets = Array.from({ length: count }, (_, i) => ({ ...randomNode(random, level + 1), name: `t${i}` }))
  return { ...own, ...group(random, mode, targets) }
}

function group(random: SeededRandom, mode: (typeof MODES)[number], targets: object[]): object {
  switch (mode) {
    case 'single':
      return { strategy: { mode }, targets }
    case 'fallback':
      return { strategy: { mode, ...codes(random, 0.4) }, targets }
    case 'loadbalance': {
      const weights = targets.map(() => random.pick<number>([0, 0.3, 1, 1, 5]))
      if (Math.max(...weights) === 0) weights[0] = 1
      const sticky = { enabled: true, ttl: random.pick([30, 3600]), hash_fields: ['metadata.user'] }
      const weighted = targets.map((target, i) => ({ ...target, weight: weights[i] }))
      return { strategy: { mode, ...(random.chance(0.3) && { sticky }) }, targets: weighted }
    }
    case 'conditional': {
      // biome-ignore lint/suspicious/noThenProperty: the wire name of the key.
      const conditions = [{ query: { 'metadata.tier': 'paid' }, then: 't0' }]
      return { strategy: { mode, conditions, ...(random.chance(0.9) && { default: 't1' }) }, targets }
    }
  }
}

function randomRetry(random: SeededRandom): object {
  return {
    attempts: random.pick([0, 1, 1, 2, 3, 5, 7]),
    ...codes(random, 0.3),
    ...(random.chance(0.4) && { use_retry_after_headers: true }),
  }
}

function randomLimits(random: SeededRandom): object {
  const circuit = {
    ...randomThreshold(random),
    cooldown_interval: random.pick([30_000, 30_000, 45_000]),
    ...(random.chance(0.3) && { failure_status_codes: random.some(STATUSES, 0.4) }),
  }
  return {
    ...(random.chance(0.35) && { cb_config: circuit }),
    ...(random.chance(0.3) && { request_timeout: random.pick([200, 1_000, 5_000]) }),
  }
}

function randomThreshold(random: SeededRandom): object {
  const count = { failure_threshold: random.pick([1, 2, 2, 3]) }
  if (random.chance(0.7)) return count
  const share = {
    failure_threshold_percentage: random.pick([20, 50, 75, 100]),
    minimum_requests: random.pick([1, 2, 4]),
  }
  return random.chance(0.3) ? { ...count, ...share } : share
}

function codes(random: SeededRandom, share: number): object {
  return random.chance(share) ? { on_status_codes: random.some(STATUSES, 0.35) } : {}
}
