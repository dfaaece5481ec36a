/** Device login with the TypeScript SDK. */

import { expect, test } from 'bun:test'
import { deviceLogin, Gatehouse, GatewayError } from '../../sdk/typescript/src/index.ts'
import { claimOwner } from '../harness/claim-owner.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const owner = await claimOwner(gateway)

/** A gateway that returns these responses to polls, in this order. */
function scripted(answers: readonly object[]) {
  const seen: { path: string; form: URLSearchParams }[] = []
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const form = new URLSearchParams(await request.text())
      seen.push({ path: pathname, form })
      if (pathname.endsWith('/device_authorization'))
        return Response.json({
          device_code: 'd',
          user_code: 'BCDF-GHJK',
          verification_uri: 'http://127.0.0.1/device',
          expires_in: 600,
          interval: 0.001,
        })
      const answer = answers[seen.length - 2] ?? { error: 'expired_token' }
      return Response.json(answer, { status: 'error' in answer ? 400 : 200 })
    },
  })
  return { baseURL: `http://127.0.0.1:${server.port}/v1`, seen, [Symbol.dispose]: () => void server.stop(true) }
}

async function codeOf(login: Promise<unknown>): Promise<string | null> {
  try {
    await login
  } catch (error) {
    if (error instanceof GatewayError) return error.code
    throw error
  }
  return 'no error'
}

test('the key of an approved login sends requests', async () => {
  const approvals: Promise<unknown>[] = []
  const key = await deviceLogin({
    baseURL: gateway.baseURL,
    scopes: ['completions.write'],
    deviceName: 'test',
    onCode({ userCode, verificationUriComplete }) {
      expect(verificationUriComplete).toBe(`${gateway.url}/device?user_code=${userCode}`)
      approvals.push(scene.call(owner, 'POST', '/device-logins/approve', { user_code: userCode }))
    },
  })
  await Promise.all(approvals)
  expect(key).toMatchObject({ user: 'owner@example.com', scopes: ['completions.write'], workspaceId: null })
  const client = new Gatehouse({ baseURL: gateway.baseURL, apiKey: key.apiKey, provider: 'mock' })
  const answer = await client.chat.completions.create({ model: 'mock', messages: [{ role: 'user', content: 'Hi' }] })
  expect(answer.choices).toHaveLength(1)
})

test('it waits while the login is pending, and ends with the error of the gateway', async () => {
  using pending = scripted([{ error: 'authorization_pending' }, { error: 'access_denied', error_description: 'No.' }])
  expect(await codeOf(deviceLogin({ baseURL: pending.baseURL, workspace: 'w', onCode() {} }))).toBe('access_denied')
  expect(pending.seen.map(({ path }) => path)).toEqual(['/oauth/device_authorization', '/oauth/token', '/oauth/token'])
  expect(Object.fromEntries(pending.seen[0]?.form ?? [])).toEqual({ client_id: 'gatehouse-sdk', workspace: 'w' })
  expect(pending.seen[1]?.form.get('device_code')).toBe('d')
})

test('an abort ends the wait', async () => {
  using pending = scripted(Array(1_000).fill({ error: 'authorization_pending' }))
  const stopping = new AbortController()
  const login = deviceLogin({
    baseURL: pending.baseURL,
    signal: stopping.signal,
    onCode: () => stopping.abort(new Error('given up')),
  })
  await expect(login).rejects.toThrow('given up')
})

test('a server without device login is an error', async () => {
  using other = Bun.serve({ port: 0, fetch: () => new Response('nothing', { status: 404 }) })
  const login = deviceLogin({ baseURL: `http://127.0.0.1:${other.port}`, onCode() {} })
  expect(await codeOf(login)).toBe('no_device_login')
})
