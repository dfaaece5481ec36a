import { afterAll, expect, test } from 'bun:test'
import { askCommand } from '../integration/cli/run-command.ts'
import { shareDashboard } from './harness.ts'

/** A page on another origin. */
const elsewhere = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response('<!doctype html><title>App</title>', { headers: { 'content-type': 'text/html' } }),
})
afterAll(() => elsewhere.stop(true))
const listed = `http://127.0.0.1:${elsewhere.port}`

const dashboard = await shareDashboard({ environment: { GATEWAY_CORS_ORIGINS: listed } })
const { gateway } = dashboard

test('the link of gatehouse open signs in with one click, once', async () => {
  const words = ['open', '--data', gateway.dataDirectory, '--url', gateway.url]
  const { link } = await askCommand<{ link: string }>(words)
  const path = link.slice(gateway.url.length)
  const { page, errors, close } = await dashboard.open(path, { as: 'nobody' })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Account' }).waitFor()
  expect(page.url()).not.toContain('enter')
  expect(errors).toEqual([])
  await close()
  const again = await dashboard.open(path, { as: 'nobody' })
  await again.page.getByRole('button', { name: 'Sign in' }).click()
  await again.page.getByText('Run gatehouse open again').waitFor()
  await again.close()
})

/** Runs in the page and returns what a script of the page can read of a response. */
const CALL = `async ([url, key, path, credentials]) => {
  try {
    const reply = await fetch(url + path, {
      method: path === '/v1/chat/completions' ? 'POST' : 'GET',
      credentials,
      headers: { 'x-gateway-api-key': key, 'x-gateway-provider': 'mock', 'content-type': 'application/json' },
      ...(path === '/v1/chat/completions' && { body: '{"model":"mock-1","messages":[{"role":"user","content":"Hi"}]}' }),
    })
    return [reply.status, reply.headers.get('x-gateway-provider')]
  } catch (error) {
    return error.name
  }
}`

test('a browser lets a listed origin read responses and headers without cookies; no origin can read the admin API', async () => {
  const { page, close } = await dashboard.open('/')
  const call = (path: string, credentials = 'omit', key = gateway.workspaceKey) =>
    page.evaluate(`(${CALL})(${JSON.stringify([gateway.url, key, path, credentials])})`)
  await page.goto(`${listed}/`)
  expect(await call('/v1/chat/completions')).toEqual([200, 'mock'])
  expect(await call('/v1/chat/completions', 'omit', 'gww_not-a-key')).toEqual([401, null])
  expect(await call('/v1/chat/completions', 'include')).toBe('TypeError')
  expect(await call('/v1/logs')).toBe('TypeError')
  await page.goto(`http://localhost:${elsewhere.port}/`).catch(() => page.goto('about:blank'))
  expect(await call('/v1/chat/completions')).toBe('TypeError')
  await close()
})

test('the link that gatehouse start opens signs in without a click, once', async () => {
  const words = ['open', '--data', gateway.dataDirectory, '--url', gateway.url]
  const { link } = await askCommand<{ link: string }>(words)
  const path = link.slice(gateway.url.length).replace('/#/enter/', '/#/start/')
  const { page, errors, close } = await dashboard.open(path, { as: 'nobody' })
  await page.getByRole('button', { name: 'Account' }).waitFor()
  expect(page.url()).not.toContain('start')
  expect(errors).toEqual([])
  await close()
  const again = await dashboard.open(path, { as: 'nobody' })
  await again.page.getByText('Run gatehouse open again').waitFor()
  await again.close()
})
