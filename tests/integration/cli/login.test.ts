import { afterAll, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimOwner } from '../../harness/claim-owner.ts'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { beginCommand, runCommand } from './run-command.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const owner = await claimOwner(gateway)
const folders: string[] = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** The configuration folder of a new computer. */
function computer(): { readonly environment: Record<string, string>; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-login-'))
  folders.push(folder)
  return { environment: { XDG_CONFIG_HOME: folder, HOME: folder }, file: join(folder, 'gatehouse', 'profiles.json') }
}

type Computer = ReturnType<typeof computer>

/** Starts a login and resolves when the command has printed the code. */
async function startLogin(words: readonly string[], { environment }: Computer) {
  const child = beginCommand(['login', '--url', gateway.url, ...words], { environment })
  let printed = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stderr) printed += decoder.decode(chunk, { stream: true })
  })()
  const userCode = await eventually(
    'the command prints the code',
    () => /enter the code ([A-Z-]{9})/.exec(printed)?.[1],
  )
  const end = async () => {
    const [out, code] = await Promise.all([child.stdout.text(), child.exited, reading])
    return { code, out, problem: printed }
  }
  return { child, userCode, end, printed: () => printed }
}

async function logIn(words: readonly string[], on: Computer) {
  const { userCode, end } = await startLogin(words, on)
  const approved = await scene.call(owner, 'POST', '/device-logins/approve', { user_code: userCode })
  expect(approved.status).toBe(200)
  return end()
}

type SavedProfiles = {
  readonly current: string
  readonly profiles: Readonly<Record<string, { readonly key: string; readonly url: string }>>
}

const saved = ({ file }: Computer) => JSON.parse(readFileSync(file, 'utf8')) as SavedProfiles
const statusOf = async (key: string) => (await scene.call(withKey('key', key), 'GET', '/sessions/current')).status

test('login saves a profile that further commands use, and logout revokes its key', async () => {
  const on = computer()
  const { environment, file } = on
  const login = await logIn([], on)
  expect(login.problem).toContain(`${gateway.url}/device`)
  expect([login.code, login.out]).toEqual([0, expect.stringContaining('Logged in to')])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { key } = saved(on).profiles['default'] ?? expect.unreachable()
  expect(login.out + login.problem).not.toContain(key)

  const who = await runCommand(['whoami'], { environment })
  expect([who.code, who.problem]).toEqual([0, expect.stringContaining('profile default')])
  expect((await runCommand(['keys', 'list', '--json'], { environment })).code).toBe(0)
  const elsewhere = await runCommand(['keys', 'list', '--url', `${gateway.url}:1`.replace(/:\d+:1$/, ':1')], {
    environment,
  })
  expect(elsewhere.code).toBe(3)

  chmodSync(file, 0o644)
  const open = await runCommand(['whoami'], { environment })
  expect([open.code, open.problem]).toEqual([1, expect.stringContaining('can be read or changed by other users')])
  chmodSync(file, 0o600)

  expect(await statusOf(key)).toBe(200)
  const logout = await runCommand(['logout'], { environment })
  expect([logout.code, logout.out]).toEqual([0, expect.stringContaining('The key was revoked.')])
  expect(await statusOf(key)).toBe(401)
  expect(saved(on).profiles).toEqual({})
  const again = await runCommand(['logout'], { environment })
  expect([again.code, again.problem]).toEqual([1, expect.stringContaining('You are not logged in.')])
})

test('profiles are listed, chosen and deleted; a second login of a profile revokes the first key', async () => {
  const on = computer()
  const { environment } = on
  await logIn(['--profile', 'one', '--scopes', 'configs.list,logs.list'], on)
  const first = saved(on).profiles['one']?.key ?? ''
  await logIn(['--profile', 'two', '--json'], on)
  expect(saved(on).current).toBe('two')
  const denied = await runCommand(['keys', 'list', '--profile', 'one'], { environment })
  expect(denied.code).toBe(4)
  expect((await runCommand(['configs', 'list', '--profile', 'one'], { environment })).code).toBe(0)
  const named = await runCommand(['configs', 'list'], { environment: { ...environment, GATEWAY_PROFILE: 'gone' } })
  expect([named.code, named.problem]).toEqual([2, expect.stringContaining('There is no profile "gone".')])
  expect((await runCommand(['profiles', 'use', 'one'], { environment })).code).toBe(0)
  const list = await runCommand(['profiles', 'list', '--json'], { environment })
  expect(JSON.parse(list.out)).toMatchObject({
    data: [
      { profile: 'one', is_current: true, url: gateway.url },
      { profile: 'two', is_current: false },
    ],
  })
  expect(list.out).not.toContain(first)
  await logIn(['--profile', 'one'], on)
  expect(await statusOf(first)).toBe(401)
  const deleted = await runCommand(['profiles', 'delete', 'two'], { environment })
  expect([deleted.code, deleted.problem]).toEqual([0, expect.stringContaining('still valid')])
  expect(Object.keys(saved(on).profiles)).toEqual(['one'])
})

test('a denied login ends with exit code 4 and saves nothing', async () => {
  const on = computer()
  const { userCode, end } = await startLogin([], on)
  await scene.call(owner, 'POST', '/device-logins/deny', { user_code: userCode })
  const { code, problem } = await end()
  expect([code, problem]).toEqual([4, expect.stringContaining('The login was denied.')])
  expect(existsSync(on.file)).toBe(false)
})

test('Ctrl-C ends the login and saves nothing', async () => {
  const on = computer()
  const { child, end } = await startLogin([], on)
  child.kill('SIGINT')
  const { code, problem } = await end()
  expect([code, problem]).toEqual([130, expect.stringContaining('The login was cancelled.')])
  expect(existsSync(on.file)).toBe(false)
})

test('a server without device login is explained', async () => {
  using other = Bun.serve({ port: 0, fetch: () => new Response('nothing here', { status: 404 }) })
  const url = `http://127.0.0.1:${other.port}`
  const { environment } = computer()
  const { code, problem } = await runCommand(['login', '--url', url], { environment })
  expect([code, problem]).toEqual([1, expect.stringContaining('does not support device login')])
})

test('a redirect is not followed, and a hostile server cannot write control characters to the terminal', async () => {
  const seen: string[] = []
  using thief = Bun.serve({
    port: 0,
    async fetch(request) {
      seen.push(await request.text())
      return new Response('{}')
    },
  })
  using hostile = Bun.serve({
    port: 0,
    fetch: ({ url }) =>
      url.includes('revoke') || url.includes('token')
        ? new Response(null, { status: 307, headers: { location: `http://127.0.0.1:${thief.port}/` } })
        : Response.json({ error: 'bad', error_description: 'a\u001b]0;title\u0007b' }, { status: 400 }),
  })
  const { environment } = computer()
  const { code, problem } = await runCommand(['login', '--url', `http://127.0.0.1:${hostile.port}`], { environment })
  expect(code).toBe(1)
  expect(problem).not.toContain('\u001b]')
  expect(seen).toEqual([])
})
