/** Secret references to AWS Secrets Manager (moto implements it), over TLS with a certificate authority of its own. */

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '../../../simulators/simulator.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { errorOf } from '../../harness/error-of.ts'
import { eventually } from '../../harness/eventually.ts'
import { type MotoServer, startMoto } from '../../harness/moto-server.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import type { GatewayProcess } from '../../harness/start-gateway-process.ts'
import { makeCertificates } from '../../harness/test-certificates.ts'

const STALE_MS = 8_000

let folder: string
let moto: MotoServer
let database: SharedDatabase
let nodes: readonly GatewayProcess[]
let scene: ControlScene

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-aws-secrets-'))
  moto = await startMoto()
  await moto.createSecret('team/openai', JSON.stringify({ api_key: 'sk-first', other: 'x' }))
  // moto checks the actions of a policy, but not its resources.
  const may = (action: string) => ({ Effect: 'Allow', Action: `secretsmanager:${action}`, Resource: '*' })
  const reader = await moto.createUser('reader', may('GetSecretValue'))
  const writer = await moto.createUser('writer', may('PutSecretValue'))
  const stranger = makeCertificates()
  const aws = {
    type: 'aws',
    region: moto.region,
    url: moto.url,
    access_key_id: reader.accessKeyId,
    secret_access_key: reader.secretAccessKey,
    ca_file: moto.certificates.authority,
  }
  const { ca_file: _, ...withoutAuthority } = aws
  database = await sharedDatabase()
  const environment = {
    GATEWAY_SECRET_TTL_MS: '1000',
    GATEWAY_SECRET_STALE_MS: String(STALE_MS),
    GATEWAY_SECRET_SOURCES: JSON.stringify({
      aws,
      'no-authority': withoutAuthority,
      'other-authority': { ...aws, ca_file: stranger.authority },
      'missing-authority': { ...aws, ca_file: join(folder, 'missing.pem') },
      'wrong-secret': { ...aws, secret_access_key: 'wrong' },
      'no-permission': { ...aws, access_key_id: writer.accessKeyId, secret_access_key: writer.secretAccessKey },
    }),
  }
  nodes = [await database.startNode({ environment }), await database.startNode({ environment })]
  scene = new ControlScene(nodes[0]!)
})

afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await moto[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const tried = (reference: string) => scene.do('POST', '/secret-references/test', { reference })

test('the test of a reference reads it from the store, and shows no value', async () => {
  const found = await tried('secret://aws/team/openai#api_key')
  expect(found).toMatchObject({ found: true, length: 8, version: expect.any(String) })
  expect(Date.parse(String(found['last_rotated_at']))).toBeGreaterThan(Date.now() - 3_600_000)
  expect(JSON.stringify(found)).not.toContain('sk-first')
})

test.each([
  ['secret://aws/team/none#api_key', /"aws" has no such secret/],
  ['secret://aws/team/openai#none', /field/i],
  ['secret://no-permission/team/openai#api_key', /refused to show the secret to the gateway/],
  ['secret://wrong-secret/team/openai#api_key', /refused to show the secret to the gateway/],
  ['secret://no-authority/team/openai#api_key', /TLS connection failed \(.*ca_file/],
  ['secret://other-authority/team/openai#api_key', /TLS connection failed \(.*ca_file/],
  ['secret://missing-authority/team/openai#api_key', /its ca_file cannot be read \(ENOENT\)/],
])('%s is not readable, and the message says why', async (reference, reason) => {
  const { found, message } = await tried(reference)
  expect([found, String(message)]).toEqual([false, expect.stringMatching(reason)])
  expect(String(message)).not.toContain('sk-')
})

test('a changed value is used on all nodes without a restart; an outage ends with a clear error', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const body = { name: 'AWS', provider: 'openai', key: 'secret://aws/team/openai#api_key', custom_host: upstream.url }
  const slug = String((await scene.do('POST', '/virtual-keys', body))['slug'])
  const used = async (node: GatewayProcess) => {
    const reply = await node.chat({ virtual_key: slug })
    const text = await reply.text()
    return reply.status === 200 ? upstream.requests.at(-1)?.headers['authorization'] : `${reply.status} ${text}`
  }
  for (const node of nodes) expect(await used(node)).toBe('Bearer sk-first')
  await moto.putSecret('team/openai', JSON.stringify({ api_key: 'sk-second' }))
  for (const node of nodes)
    await eventually('the node uses the new value', async () => (await used(node)) === 'Bearer sk-second')

  await moto.kill()
  const failed = (node: GatewayProcess) => node.process.output().includes('The last value is used.')
  // Both nodes are called until both have read: a node that is not called meanwhile could read after STALE_MS only.
  await eventually('a read of each node fails', async () => {
    for (const node of nodes) {
      const value = await used(node)
      if (!failed(node)) expect(value).toBe('Bearer sk-second')
    }
    return nodes.every(failed)
  })
  for (const node of nodes)
    await eventually('the last value is too old', async () => {
      const value = await used(node)
      expect(value).toMatch(/^(?:Bearer sk-second$|503 )/)
      return value?.startsWith('503')
    })
  const refused = await nodes[1]!.chat({ virtual_key: slug })
  const error = await errorOf(refused)
  expect([refused.status, error.code]).toEqual([503, 'secret_unavailable'])
  expect(error.message).toContain('the secret source "aws"')
  expect(error.message).not.toContain('sk-second')
})
