import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { camelCase } from '../core/setting-names.ts'
import { normaliseKeys } from './normalise-keys.ts'
import { parseConfigValue } from './parse-config.ts'
import { Problems } from './problems.ts'
import { KNOWN_KEYS } from './schema.ts'

function normalise(value: unknown): unknown {
  const problems = new Problems()
  const result = normaliseKeys(value, problems)
  problems.throwIfAny()
  return result
}

test('reads every key in camelCase as well as in snake_case', () => {
  for (const keys of Object.values(KNOWN_KEYS)) {
    for (const key of keys) expect(Object.keys(normalise({ [camelCase(key)]: 1 }) as object)).toEqual([key])
  }
})

test('reads camelCase and snake_case at every level', () => {
  const written = {
    strategy: {
      mode: 'loadbalance',
      sticky: { enabled: true, hashFields: ['metadata.a'] },
      cbConfig: { failureThreshold: 1, cooldownInterval: 30_000 },
    },
    targets: [
      {
        provider: 'azure-openai',
        apiKey: 'k',
        azureResourceName: 'r',
        deploymentId: 'd',
        api_version: 'v1',
        requestTimeout: 5,
        circuitBreaker: { failure_threshold: 2, cooldown_interval: 30_000 },
      },
      {
        provider: 'azure-openai',
        authorization: 'Bearer k',
        retry: { attempts: 1, useRetryAfterHeader: true, onStatusCodes: [429] },
      },
    ],
  }
  expect<unknown>(parseConfigValue(written)).toEqual({
    strategy: {
      mode: 'loadbalance',
      sticky: { enabled: true, hash_fields: ['metadata.a'] },
      cb_config: { failure_threshold: 1, cooldown_interval: 30_000 },
    },
    targets: [
      {
        provider: 'azure-openai',
        api_key: 'k',
        cloud_a_resource_name: 'r',
        cloud_a_deployment_id: 'd',
        cloud_a_api_version: 'v1',
        request_timeout: 5,
        cb_config: { failure_threshold: 2, cooldown_interval: 30_000 },
      },
      {
        provider: 'azure-openai',
        Authorization: 'Bearer k',
        retry: { attempts: 1, use_retry_after_headers: true, on_status_codes: [429] },
      },
    ],
  })
})

test('keeps the names inside params and queries as written', () => {
  const written = {
    override_params: { apiKey: 1, requestTimeout: { maxAge: 2 } },
    defaultParams: { azureResourceName: 'x', cache: 'simple' },
    strategy: { conditions: [{ query: { 'metadata.userId': { $in: [{ apiKey: 1 }] } } }] },
  }
  expect(normalise(written)).toEqual({
    override_params: written.override_params,
    default_params: written.defaultParams,
    strategy: written.strategy,
  })
})

test('two spellings of one key are accepted if their values are equal, and refused if not', () => {
  expect(normalise({ request_timeout: 5, requestTimeout: 5 })).toEqual({ request_timeout: 5 })
  expect(normalise({ retry: { attempts: 1 }, targets: [{ api_key: 'a', apiKey: 'a' }] })).toEqual({
    retry: { attempts: 1 },
    targets: [{ api_key: 'a' }],
  })
  expect(() => normalise({ targets: [{ api_key: 'a', apiKey: 'b' }] })).toThrow(
    'targets[0].apiKey: "apiKey" is another spelling of "api_key", given with another value.',
  )
  expect(() => normalise({ cloud_c_region: 'a', aws_region: 'b' })).toThrow('another spelling of "cloud_c_region"')
  expect(() => normalise({ cb_config: { failure_threshold: 1 }, circuit_breaker: {} })).toThrow('another spelling')
})

test('an unknown key keeps its spelling', () => {
  expect(normalise({ azureColour: 1, Provider: 2, 'x y': 3 })).toEqual({ azureColour: 1, Provider: 2, 'x y': 3 })
})

test('an infinite number or a lone surrogate is refused anywhere in a config', () => {
  expect(() => normalise(JSON.parse('{"override_params":{"a":[1,1e400]}}'))).toThrow(
    'override_params.a[1]: the number is too large.',
  )
  expect(() => normalise({ name: '\ud800' })).toThrow('unpaired surrogate')
})

test('no part of the copy has a prototype or is shared with the original', () => {
  fc.assert(
    fc.property(fc.object(), (input) => {
      const visit = (copy: unknown, original: unknown) => {
        if (typeof copy !== 'object' || copy === null) return
        expect(copy).not.toBe(original)
        if (!Array.isArray(copy)) expect(Object.getPrototypeOf(copy)).toBeNull()
        for (const member of Object.values(copy)) visit(member, undefined)
      }
      try {
        visit(normalise({ override_params: input }), input)
      } catch (error) {
        // Generated strings may contain lone surrogates or numbers that JSON cannot represent.
        expect(String(error)).toMatch(/surrogate|too large|not allowed/)
      }
    }),
  )
})
