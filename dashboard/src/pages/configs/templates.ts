/** Config templates. Each runs with the built-in mock provider and shows one feature. */

import { pretty } from './config-types.ts'

export type Template = {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly config: Readonly<Record<string, unknown>>
}

const MOCK = { provider: 'mock' }

export const TEMPLATES: readonly Template[] = [
  {
    name: 'fallback',
    title: 'Fallback',
    about: 'If the first target fails, the second is called.',
    config: {
      strategy: { mode: 'fallback', on_status_codes: [429, '5xx'] },
      request_timeout: 30_000,
      targets: [
        { name: 'main', ...MOCK },
        { name: 'spare', ...MOCK, override_params: { model: 'mock-2' } },
      ],
    },
  },
  {
    name: 'retry',
    title: 'Retry',
    about: 'Retries the same provider after a rate limit or a failure, honouring Retry-After.',
    config: {
      ...MOCK,
      request_timeout: 30_000,
      retry: { attempts: 3, on_status_codes: [429, 500, 502, 503, 504], use_retry_after_headers: true },
    },
  },
  {
    name: 'load-balance',
    title: 'Load balance',
    about: 'Spreads requests over two targets by weight.',
    config: {
      strategy: { mode: 'loadbalance' },
      targets: [
        { name: 'a', ...MOCK, weight: 0.7 },
        { name: 'b', ...MOCK, weight: 0.3, override_params: { model: 'mock-2' } },
      ],
    },
  },
  {
    name: 'cache',
    title: 'Cache',
    about: 'Serves identical requests from the cache for an hour.',
    config: { ...MOCK, cache: { mode: 'simple', max_age: 3_600 } },
  },
  {
    name: 'breaker',
    title: 'Circuit breaker',
    about: 'Skips a target that keeps failing; the next one is called immediately.',
    config: {
      strategy: {
        mode: 'fallback',
        on_status_codes: [429, '5xx'],
        cb_config: { failure_threshold: 5, cooldown_interval: 30_000 },
      },
      request_timeout: 30_000,
      retry: { attempts: 1 },
      targets: [
        { name: 'main', ...MOCK },
        { name: 'spare', ...MOCK, override_params: { model: 'mock-2' } },
      ],
    },
  },
  {
    name: 'canary',
    title: 'Canary 5 %',
    about: 'Sends one request in twenty to a new model; each caller stays on its target for an hour.',
    config: {
      strategy: { mode: 'loadbalance', sticky: { enabled: true, hash_fields: ['metadata._user'], ttl: 3_600 } },
      targets: [
        { name: 'stable', ...MOCK, weight: 95 },
        { name: 'canary', ...MOCK, weight: 5, override_params: { model: 'mock-2' } },
      ],
    },
  },
]

export function templateText(name: string | null): string {
  const found = TEMPLATES.find((template) => template.name === name)
  return pretty(JSON.stringify(found?.config ?? MOCK))
}
