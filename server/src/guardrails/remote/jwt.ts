/** The check `default.jwt`: a header of the request has a token that one of the issuer's keys has signed. */

import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { JsonObject } from '../../core/json.ts'
import type { CheckServices, RemoteCheck } from '../check.ts'
import { text, texts } from '../checks/parameter-schemas.ts'
import type { CompileContext } from '../compile-context.ts'
import { CheckError } from './check-error.ts'
import { withDeadline } from './deadline.ts'
import { JwksCache, readKeys } from './jwks-cache.ts'
import { DEFAULT_TIMEOUT_MS, failOnError, oneOf, range, serviceUrl, timeoutMs } from './service-parameters.ts'

const MAX_TOKEN_CHARACTERS = 16_384
/** Only asymmetric algorithms: whoever can read the keys must not be able to sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const

const KEY_SET = { error: 'a JWKS with at most 100 keys' }
const AGE_FORM = 'a number with s, m, h, d or w, such as "1d"'

const claimRule = z.strictObject(
  {
    values: z.union([text(1_024), texts(100, 1_024)], { error: 'a string or a list of 1 to 100 strings' }),
    matchType: oneOf(['exact', 'contains', 'containsAll']).default('exact'),
  },
  { error: 'an object with `values` and `matchType`' },
)

export const jwtParameters = z
  .strictObject({
    jwksUri: serviceUrl.optional().describe('The keys of the issuer.'),
    jwks: z
      .looseObject({ keys: z.array(z.looseObject({}, KEY_SET), KEY_SET).max(100, KEY_SET) }, KEY_SET)
      .optional()
      .describe('The keys themselves.'),
    headerKey: z
      .string({ error: 'a header name' })
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/, { error: 'a header name' })
      .default('Authorization')
      .describe('The header that holds the token, with or without "Bearer".'),
    cacheMaxAge: range(0, 604_800).default(86_400).describe('Seconds to keep the keys.'),
    clockTolerance: range(0, 3_600).default(5).describe('Seconds.'),
    maxTokenAge: z
      .string({ error: AGE_FORM })
      .regex(/^[1-9][0-9]{0,6} ?[smhdw]$/, { error: AGE_FORM })
      .default('1d')
      .describe('Since the claim iat of the token.'),
    algorithms: z
      .array(oneOf(ALGORITHMS), { error: 'a list of algorithms' })
      .min(1, { error: 'a list of algorithms' })
      .max(ALGORITHMS.length, { error: 'a list of algorithms' })
      .default(['RS256'])
      .describe('The signature algorithms that are accepted.'),
    requiredClaims: texts(100, 128).optional().describe('Claims that the token must have.'),
    claimValues: z
      .record(z.string(), claimRule, { error: 'an object of claims and rules' })
      .optional()
      .describe('Claims with the values that they must have.'),
    timeout: timeoutMs.default(DEFAULT_TIMEOUT_MS).describe('Milliseconds to fetch the keys.'),
    failOnError,
  })
  .refine(({ jwksUri, jwks }) => jwksUri !== undefined || jwks !== undefined, {
    path: ['jwksUri'],
    error: 'is required unless jwks is set',
  })

type Parameters = z.output<typeof jwtParameters>

/** One cache per gateway, so that its checks share the fetched keys. */
const caches = new WeakMap<CheckServices, JwksCache>()

export function compileJwt(
  id: string,
  parameters: Parameters,
  { isTrusted }: Pick<CompileContext, 'isTrusted'>,
): RemoteCheck {
  const { jwksUri, jwks, cacheMaxAge, timeout } = parameters
  const own = jwks === undefined ? null : readKeys(jwks)
  const header = parameters.headerKey.toLowerCase()
  return {
    kind: 'remote',
    id,
    messages: 'last',
    ignoresTexts: true,
    ...(parameters.failOnError !== undefined && { failOnError: parameters.failOnError }),
    async run({ request }, services, signal) {
      const token = request.headers[header]?.replace(/^Bearer +/i, '').trim() ?? ''
      if (token === '') return failed('The request has no token.')
      if (token.length > MAX_TOKEN_CHARACTERS) return failed('The token is too long.')
      const keysOf = (refetch: boolean): Promise<JSONWebKeySet> => {
        if (own !== null) return Promise.resolve(own)
        const terms = { isTrusted, maxAgeMs: cacheMaxAge * 1_000, refetch }
        return withDeadline('The JWKS URL', timeout, signal, () => cacheOf(services).keysOf(jwksUri ?? '', terms))
      }
      const keys = await keysOf(false)
      const first = await verify(token, keys, parameters)
      if (first !== 'unknown key') return first
      const newer = await keysOf(true)
      const second = newer === keys ? first : await verify(token, newer, parameters)
      return second === 'unknown key' ? failed('No key of the issuer matches the token.') : second
    },
  }
}

function cacheOf(services: CheckServices): JwksCache {
  let cache = caches.get(services)
  if (!cache) {
    cache = new JwksCache(services.fetch, () => Date.now())
    caches.set(services, cache)
  }
  return cache
}

type Outcome = { readonly verdict: boolean; readonly data: JsonObject }

async function verify(token: string, keys: JSONWebKeySet, parameters: Parameters): Promise<Outcome | 'unknown key'> {
  const { algorithms, clockTolerance, maxTokenAge } = parameters
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { algorithms, clockTolerance, maxTokenAge })
    return claimsOutcome(payload, parameters)
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return 'unknown key'
    // Only the code is used. It contains no value of the token.
    if (error instanceof errors.JOSEError) return failed(`The token is not valid: ${error.code}.`)
    throw new CheckError('The keys of the issuer cannot be used.')
  }
}

function claimsOutcome(payload: JWTPayload, { requiredClaims = [], claimValues = {} }: Parameters): Outcome {
  const missing = requiredClaims.filter((name) => !Object.hasOwn(payload, name) || payload[name] === null)
  if (missing.length > 0) return failed(`The token has no claim ${missing.join(', ')}.`)
  for (const [name, rule] of Object.entries(claimValues)) {
    if (!claimMatches(Object.hasOwn(payload, name) ? payload[name] : undefined, name, rule))
      return failed(`The claim ${name} has another value.`)
  }
  return { verdict: true, data: { explanation: 'The token is valid.' } }
}

/** `contains` compares whole values, not parts of them. */
function claimMatches(claim: unknown, name: string, { values, matchType }: z.output<typeof claimRule>): boolean {
  if (claim === undefined || claim === null) return false
  const wanted = typeof values === 'string' ? [values] : values
  const held = Array.isArray(claim)
    ? claim.map(String)
    : name === 'scope' && typeof claim === 'string'
      ? claim.split(' ')
      : [String(claim)]
  if (matchType === 'exact') return held.length === 1 && wanted.length === 1 && held[0] === wanted[0]
  if (matchType === 'contains') return wanted.some((value) => held.includes(value))
  return wanted.every((value) => held.includes(value))
}

function failed(explanation: string): Outcome {
  return { verdict: false, data: { explanation } }
}
