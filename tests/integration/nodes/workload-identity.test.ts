import { afterAll, beforeAll, expect, test } from 'bun:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { ControlScene } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import type { Gateway } from '../../harness/start-gateway.ts'

let database: SharedDatabase
let nodes: readonly [Gateway, Gateway]

beforeAll(async () => {
  database = await sharedDatabase()
  nodes = [await database.startNode(), await database.startNode()]
})

afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

test('a token that is revoked on one node is refused on the others, although they have verified it', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] }
  const here = new ControlScene(nodes[0])
  const issuer = 'https://cluster.example'
  const { id } = await here.do('POST', '/admin/workload-issuers', { name: 'Cluster', issuer, jwks, audiences: ['gw'] })
  const seconds = Math.floor(Date.now() / 1_000)
  const key = await new SignJWT({ iss: issuer, aud: 'gw', sub: 'pod', jti: 'j1', iat: seconds, exp: seconds + 3_600 })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .sign(privateKey)
  const status = async (node: Gateway) => {
    const reply = await node.chat(null, { key, headers: { 'x-gateway-provider': 'mock' } })
    await reply.text()
    return reply.status
  }
  await eventually('both nodes accept the token', async () => {
    return (await status(nodes[0])) === 200 && (await status(nodes[1])) === 200
  })
  await here.do('POST', `/admin/workload-issuers/${id}/revocations`, { subject: 'pod' })
  expect(await status(nodes[0])).toBe(401)
  await eventually('the other node refuses the token', async () => (await status(nodes[1])) === 401)
})
