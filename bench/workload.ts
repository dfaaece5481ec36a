/**
 * Measures the CPU time to authenticate a request with a JWT: the first time, when the token is verified, and later,
 * when it is cached:
 *
 *     npm run bench:workload
 */

import { loadavg } from 'node:os'
import { authenticate } from '../server/src/gateway/admit/authenticate.ts'
import { Directory } from '../server/src/gateway/admit/directory.ts'
import { AUDIENCE, makeKey, openTokens, sign } from '../server/src/gateway/admit/workload/test-issuer.ts'
import { sampleOf } from './measure/sample.ts'
import { withRange } from './report.ts'

const ROUNDS = 6
const CACHED_PER_ROUND = 5_000
const VERIFIED_PER_ROUND = 50
const PREFIXES = ['x-gateway-', 'x-portkey-']

await using opened = await openTokens()
const keys = [await makeKey('rsa'), await makeKey('ec', 'ES256')]
const issuer = 'https://issuer.example'
await opened.addIssuer({ issuer, settings: { jwks: { keys: keys.map(({ jwk }) => jwk) } } })
const directory = new Directory(
  opened.stores.apiKeys,
  (secret) => Bun.SHA256.hash(secret, 'hex'),
  undefined,
  60_000,
  opened.tokens,
)
const seconds = Math.floor(Date.now() / 1_000)

/** Makes a token about as long as those of GitHub Actions. */
const claims = (index: number) => ({
  iss: issuer,
  sub: 'repo:octo-org/octo-repo:environment:prod',
  aud: AUDIENCE,
  iat: seconds,
  exp: seconds + 3_600,
  jti: `token-${index}`,
  repository: 'octo-org/octo-repo',
  workflow: 'octo-org/octo-automation/.github/workflows/oidc.yml@refs/heads/main',
  padding: 'x'.repeat(500),
})

let made = 0
for (const key of keys) {
  const token = await sign(claims(made++), key)
  const cached: number[] = []
  const verified: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const fresh = await Promise.all(Array.from({ length: VERIFIED_PER_ROUND }, () => sign(claims(made++), key)))
    const first = await microsecondsEach(fresh)
    const again = await microsecondsEach(Array.from({ length: CACHED_PER_ROUND }, () => token))
    // The first round warms up.
    if (round > 0) verified.push(first)
    if (round > 0) cached.push(again)
  }
  console.log(`${key.alg}, ${token.length} characters`)
  console.log(`  verified  ${withRange(sampleOf(verified), ' µs')}`)
  console.log(`  cached    ${withRange(sampleOf(cached), ' µs')}`)
}
console.log(`load ${loadavg()[0]?.toFixed(1)}`)
await directory.close()

async function microsecondsEach(tokens: readonly string[]): Promise<number> {
  const before = process.cpuUsage()
  for (const token of tokens) await authenticate({ 'x-gateway-api-key': token, accept: '*/*' }, PREFIXES, directory)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / tokens.length
}
