import { expect, test } from 'bun:test'
import { importSPKI, jwtVerify } from 'jose'
import { createEgress } from '../../egress/send.ts'
import { LOCAL_POLICY } from '../../egress/test-policy.ts'
import { requireServiceAccount, type ServiceAccount } from './account-key.ts'
import { testKeyFile, testPublicKey } from './test-key-file.ts'
import { createTokenSource } from './token-source.ts'

const HOUR_MS = 3_600_000

type Answer = () => Response | Promise<Response>

function token(name: string, seconds = 3_600): Answer {
  return () => Response.json({ access_token: name, expires_in: seconds, token_type: 'Bearer' })
}

/**
 * A token service that verifies assertions like Google. It returns the given responses in order and repeats the last.
 */
async function startTokenService(answers: readonly Answer[]) {
  const publicKey = await importSPKI(testPublicKey, 'RS256')
  const asked: string[] = []
  const time = { nowMs: Date.UTC(2026, 0, 1) }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const form = new URLSearchParams(await request.text())
      const url = new URL(request.url)
      const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
        audience: `${url.origin}/token`,
        currentDate: new Date(time.nowMs),
      })
      asked.push(
        `${request.method} ${form.get('grant_type')} ${payload.iss} ${payload['scope']} ${protectedHeader.kid}`,
      )
      return answers[Math.min(asked.length, answers.length) - 1]!()
    },
  })
  const egress = createEgress(LOCAL_POLICY)
  const account = requireServiceAccount(await testKeyFile({ token_uri: `http://127.0.0.1:${server.port}/token` }))
  return {
    asked,
    time,
    account,
    source: createTokenSource(
      (request, signal) => egress.send(request, signal),
      () => time.nowMs,
    ),
    async [Symbol.asyncDispose]() {
      egress.close()
      await server.stop(true)
    },
  }
}

test('concurrent requests share one exchange of an assertion for a token', async () => {
  await using service = await startTokenService([token('first')])
  const tokens = await Promise.all(Array.from({ length: 20 }, () => service.source.tokenOf(service.account)))
  expect(new Set(tokens)).toEqual(new Set(['first']))
  expect(service.asked).toEqual([
    'POST urn:ietf:params:oauth:grant-type:jwt-bearer robot@test-project.iam.gserviceaccount.com https://www.googleapis.com/auth/cloud-platform key-1',
  ])
  expect(service.source.tokenOf(service.account)).toBe('first')
})

test('a token is renewed in the background before it expires, and not used in its last seconds', async () => {
  const renewal = Promise.withResolvers<void>()
  const second: Answer = () => {
    renewal.resolve()
    return token('second')()
  }
  await using service = await startTokenService([token('first'), second, token('third')])
  const { source, account, time } = service
  await source.tokenOf(account)
  time.nowMs += HOUR_MS - 301_000
  expect(source.tokenOf(account)).toBe('first')
  expect(service.asked.length).toBe(1)
  time.nowMs += 2_000
  expect(source.tokenOf(account)).toBe('first')
  await renewal.promise
  while (source.tokenOf(account) === 'first') await new Promise((resolve) => setImmediate(resolve))
  expect(source.tokenOf(account)).toBe('second')
  time.nowMs += HOUR_MS - 29_000
  expect(await source.tokenOf(account)).toBe('third')
})

test('after a failed renewal the token stays in use and the next call retries', async () => {
  await using service = await startTokenService([
    token('first'),
    () => new Response('', { status: 503 }),
    token('second'),
  ])
  const { source, account, time } = service
  await source.tokenOf(account)
  time.nowMs += HOUR_MS - 100_000
  expect(source.tokenOf(account)).toBe('first')
  while (source.tokenOf(account) === 'first') await new Promise((resolve) => setImmediate(resolve))
  expect(source.tokenOf(account)).toBe('second')
  expect(service.asked.length).toBe(3)
})

test('accounts do not share tokens', async () => {
  await using service = await startTokenService([token('first'), token('second')])
  const other: ServiceAccount = { ...service.account, clientEmail: 'other@test-project.iam.gserviceaccount.com' }
  expect(await service.source.tokenOf(service.account)).toBe('first')
  expect(await service.source.tokenOf(other)).toBe('second')
})

test.each([
  [
    'provider_settings_invalid',
    () => Response.json({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, { status: 400 }),
  ],
  ['upstream_unreachable', () => new Response('busy', { status: 503 })],
  ['upstream_broken', () => Response.json({ access_token: 'a\nb' })],
  ['upstream_broken', () => new Response('no json')],
])('a refusal is %s and nothing is kept of it', async (code, answer) => {
  await using service = await startTokenService([answer, token('later')])
  const error: unknown = await Promise.resolve(service.source.tokenOf(service.account)).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ code })
  expect(String(error)).not.toContain('PRIVATE KEY')
  expect(await service.source.tokenOf(service.account)).toBe('later')
})

test('a token service at a forbidden address is not called', async () => {
  await using service = await startTokenService([token('first')])
  const account = requireServiceAccount(await testKeyFile({ token_uri: 'http://169.254.169.254/token' }))
  expect(Promise.resolve(service.source.tokenOf(account))).rejects.toMatchObject({ code: 'address_forbidden' })
})

test('an invalid private key is a client error', async () => {
  await using service = await startTokenService([token('first')])
  const account: ServiceAccount = {
    ...service.account,
    privateKey: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
  }
  expect(Promise.resolve(service.source.tokenOf(account))).rejects.toMatchObject({ code: 'provider_settings_invalid' })
})

test('a response of 400 MB is read up to the limit, then the connection is closed', async () => {
  const piece = new Uint8Array(64 * 1024).fill(0x20)
  const all = (400 * 1024 * 1024) / piece.length
  let given = 0
  const ended = Promise.withResolvers<void>()
  const flood = () =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          // Yields to the event loop between chunks. Otherwise the server would buffer everything first.
          await Bun.sleep(0)
          if (++given > all) return controller.close()
          controller.enqueue(piece)
        },
        cancel: () => ended.resolve(),
      }),
    )
  await using service = await startTokenService([flood])
  await expect(service.source.tokenOf(service.account)).rejects.toMatchObject({
    code: 'upstream_broken',
    message: 'The response from the token service of Vertex AI is larger than 65536 bytes.',
  })
  await ended.promise
  // At most the contents of both kernels' socket buffers were sent.
  expect(given).toBeLessThan(all / 4)
})
