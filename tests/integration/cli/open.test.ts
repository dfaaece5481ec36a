import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OWNER } from '../../harness/claim-owner.ts'
import { startGateway } from '../../harness/start-gateway.ts'
import { askCommand, runCommand } from './run-command.ts'

const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

type Link = { readonly link: string; readonly email: string | null }

test('open prints a link to create the first owner, then sign-in links, each valid once', async () => {
  const early = await runCommand(['open', '--data', folder])
  expect([early.code, early.problem.includes('Start the gateway first')]).toEqual([1, true])
  await using gateway = await startGateway({ dataDirectory: folder })
  const words = ['open', '--data', folder, '--url', gateway.url]
  const headers = { origin: gateway.url, 'x-gateway-csrf': '1' }
  const person = { ...OWNER, first_name: 'Olive' }
  const use = (path: string, body: object, more = headers) =>
    gateway.fetch(path, { method: 'POST', key: null, body, headers: more })
  const tokenOf = ({ link }: Link) => link.split('/').at(-1) ?? ''

  const claim = await askCommand<Link>(words)
  expect([claim.email, claim.link.startsWith(`${gateway.url}/#/claim/`)]).toEqual([null, true])
  const forged = tokenOf(claim).replace(/^\d+/, (time) => String(Number(time) + 1_000))
  expect((await use('/v1/claim', { ...person, token: forged })).status).toBe(400)
  expect((await use('/v1/claim', { ...person, token: tokenOf(claim) })).status).toBe(200)
  expect((await use('/v1/claim', { ...person, email: 'b@example.com', token: tokenOf(claim) })).status).toBe(400)

  const enter = await askCommand<Link>(words)
  expect([enter.email, enter.link.startsWith(`${gateway.url}/#/enter/`)]).toEqual([OWNER.email, true])
  const token = tokenOf(enter)
  const asCookie = { ...headers, cookie: `gatehouse_session=${token}` }
  expect((await gateway.fetch('/v1/sessions/current', { key: null, headers: asCookie })).status).toBe(401)
  const foreign = await use('/v1/sessions/link', { token }, { ...headers, origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  const entered = await use('/v1/sessions/link', { token })
  expect([entered.status, (await use('/v1/sessions/link', { token })).status]).toEqual([200, 400])
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const me = await gateway.fetch('/v1/sessions/current', { key: null, headers: { ...headers, cookie } })
  expect(JSON.stringify(await me.json())).toContain(OWNER.email)

  const audit = await gateway.fetch('/v1/audit-logs?page_size=10', { key: gateway.adminKey })
  expect(JSON.stringify(await audit.json())).toContain('session.link')
  const other = await runCommand([...words, '--email', 'somebody@example.com'])
  expect([other.code, other.problem.includes(OWNER.email)]).toEqual([1, true])
})
