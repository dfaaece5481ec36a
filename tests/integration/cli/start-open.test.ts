import { afterAll, expect, test } from 'bun:test'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { eventually } from '../../harness/eventually.ts'
import { programCommand } from '../../harness/program.ts'

const ROOT = resolve(import.meta.dir, '../../..')
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-open-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const opened = join(folder, 'opened')
await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$1" >> '${opened}'\n`)
await chmod(join(folder, 'xdg-open'), 0o755)

/** Starts a gateway on a terminal, waits for its last step, runs `check` and stops it. Returns the screen. */
async function onTerminal(
  flags: readonly string[],
  environment: Readonly<Record<string, string>>,
  check: (url: string) => Promise<void> = async () => {},
): Promise<string> {
  const decoder = new TextDecoder()
  let screen = ''
  const words = ['start', '--port', '0', '--data', join(folder, 'data'), ...flags]
  const child = Bun.spawn([...programCommand(words)], {
    cwd: ROOT,
    env: { TERM: 'xterm', PATH: `${folder}:${process.env['PATH']}`, ...environment },
    terminal: {
      cols: 160,
      rows: 50,
      data(_terminal, bytes) {
        screen += decoder.decode(bytes, { stream: true })
      },
    },
  })
  await eventually('the last step', () => screen.includes('3. '))
  await check(/API +(http:\/\/[^/]+)\/v1/.exec(screen)?.[1] ?? '')
  child.kill('SIGTERM')
  await child.exited
  child.terminal?.close()
  return screen
}

async function openedLinks(): Promise<string[]> {
  const text = await readFile(opened, 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '')
}

test('start opens a page that is signed in, as the local owner at first; not with --no-open', async () => {
  const desktop = { DISPLAY: ':99' }
  const quiet = await onTerminal(['--no-open'], desktop)
  expect(quiet).toContain('1. Create the first owner: open the link above')
  expect(await openedLinks()).toEqual([])

  const post = (url: string, path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { origin: url, 'x-gateway-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const first = await onTerminal([], desktop, async (url) => {
    await eventually('a link', async () => (await openedLinks()).length === 1)
    const [link = ''] = await openedLinks()
    expect(link).toStartWith(`${url}/#/setup/`)
    const reply = await post(url, '/v1/claim', { token: link.split('/').at(-1) })
    expect(await reply.json()).toMatchObject({ is_local_owner: true, user: { role: 'owner' } })
  })
  expect(first).toContain('1. Click "Send a test request" in the browser window that opened')
  expect(first).not.toContain('#/claim/')

  await onTerminal(['--open'], {}, async (url) => {
    await eventually('a second link', async () => (await openedLinks()).length === 2)
    const link = (await openedLinks())[1] ?? ''
    expect(link).toStartWith(`${url}/#/start/`)
    const token = link.split('/').at(-1)
    const replies = [await post(url, '/v1/sessions/link', { token }), await post(url, '/v1/sessions/link', { token })]
    expect(replies.map(({ status }) => status)).toEqual([200, 400])
  })
})
