/** Simulates the attempts of a demo request: failures, retries and fallbacks, with the decisions the gateway would log. */

import type { AttemptRecord, Decision } from '../../core/record.ts'
import { errorBody } from './demo-bodies.ts'
import type { DemoTarget } from './demo-content.ts'
import type { SeededRandom } from './seeded-random.ts'

const HOUR_MS = 3_600_000
/** An outage of one provider within the last 24 hours, so that failures have a visible cause. */
const OUTAGE = { provider: 'openai', fromHoursAgo: 5, toHoursAgo: 2.5, share: 0.6, status: 503 } as const
const USUAL_FAILURES: Readonly<Record<DemoTarget['provider'], { readonly share: number; readonly status: number }>> = {
  openai: { share: 0.035, status: 429 },
  anthropic: { share: 0.025, status: 529 },
  google: { share: 0.02, status: 500 },
}
/** Time to connect, authenticate and plan, in ms. */
const OVERHEAD_MS = 1.2

export type DemoRoute = {
  /** Config path and target, in the order of the attempts. */
  readonly targets: readonly (readonly [path: string, target: DemoTarget])[]
  readonly retries: number
  readonly path: string
  readonly keyName: string
  readonly configSlug: string | null
  /** Typical duration of a successful response, in ms. */
  readonly typicalMs: number
  readonly isStream: boolean
  readonly usesCache: boolean
}

export type DemoOutcome = {
  readonly attempts: readonly AttemptRecord[]
  readonly decisions: readonly Decision[]
  readonly status: number
  /** Config path and target of the response that the caller got. */
  readonly served: readonly [path: string, target: DemoTarget]
  readonly durationMs: number
  readonly firstByteMs: number
  readonly retries: number
}

export type DemoTime = { readonly startedAtMs: number; readonly nowMs: number }

export function simulateAttempts(route: DemoRoute, time: DemoTime, random: SeededRandom): DemoOutcome {
  const attempts: AttemptRecord[] = []
  const decisions: Decision[] = admission(route)
  let atMs = OVERHEAD_MS
  let retries = 0
  for (const [index, [path, target]] of route.targets.entries()) {
    if (route.usesCache) decisions.push(decision('cache', atMs, 0.2, path, 'miss'))
    for (let retry = 0; retry <= route.retries; retry++) {
      const failure = failureOf(target, time, random)
      const durationMs = round(failure === null ? random.skewed(route.typicalMs) : random.skewed(180))
      const firstByteMs = round(atMs + durationMs * (route.isStream ? 0.25 : 0.95))
      const status = failure ?? 200
      const isLastTry = retry === route.retries
      const next = route.targets[index + 1]
      const movesOn = failure !== null && !(isLastTry && next === undefined)
      attempts.push({
        target: path,
        provider: target.provider,
        url: addressOf(target, route.path),
        retry,
        startMs: round(atMs),
        firstByteMs,
        durationMs,
        status,
        error: null,
        ...(movesOn && { received: { text: errorText(status, target), isCut: false } }),
      })
      decisions.push(decision('attempt', atMs, durationMs, path, `returned ${status}`))
      atMs += durationMs
      const end = { attempts, decisions, served: [path, target] as const, durationMs: round(atMs + 0.6), firstByteMs }
      if (failure === null) return { ...end, status, retries }
      if (isLastTry && next === undefined) return { ...end, status, retries }
      if (isLastTry) {
        const reason = `status ${status} falls back to ${next?.[0]}`
        decisions.push(decision('fallback', atMs, 0, path, reason))
      } else {
        const waitMs = round(random.between(400, 1_000) * 2 ** retry)
        const reason = `status ${status}: retry ${retry + 1} after ${Math.round(waitMs)} ms`
        decisions.push(decision('wait', atMs, waitMs, path, reason))
        retries++
        atMs += waitMs
      }
    }
  }
  throw new Error('A demo route has no target.')
}

function errorText(status: number, { provider }: DemoTarget): string {
  return JSON.stringify(errorBody(status, provider === 'anthropic' ? 'messages' : 'chat.completions'))
}

export function admission({ keyName, configSlug }: Pick<DemoRoute, 'keyName' | 'configSlug'>): Decision[] {
  const plan = configSlug === null ? 'x-gateway-virtual-key' : `saved config ${configSlug}`
  return [
    decision('authenticated', 0, 0.1, null, `workspace key ${keyName}`),
    decision('planned', 0.3, 0.1, null, plan),
  ]
}

export function decision(
  kind: Decision['kind'],
  atMs: number,
  durationMs: number,
  target: string | null,
  reason: string,
): Decision {
  return { kind, atMs: round(atMs), durationMs: round(durationMs), target, reason }
}

function failureOf({ provider }: DemoTarget, time: DemoTime, random: SeededRandom): number | null {
  const isOut = provider === OUTAGE.provider && isInOutage(time)
  const { share, status } = isOut ? OUTAGE : USUAL_FAILURES[provider]
  return random.chance(share) ? status : null
}

function isInOutage({ startedAtMs, nowMs }: DemoTime): boolean {
  const hoursAgo = (nowMs - startedAtMs) / HOUR_MS
  return hoursAgo <= OUTAGE.fromHoursAgo && hoursAgo > OUTAGE.toHoursAgo
}

const HOSTS: Readonly<Record<DemoTarget['provider'], string>> = {
  openai: 'https://api.openai.com',
  anthropic: 'https://api.anthropic.com',
  google: 'https://generativelanguage.googleapis.com',
}

function addressOf({ provider, model }: DemoTarget, path: string): string {
  if (provider === 'google') return `${HOSTS.google}/v1beta/models/${model}:generateContent`
  return `${HOSTS[provider]}${provider === 'anthropic' ? '/v1/messages' : path}`
}

function round(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}
