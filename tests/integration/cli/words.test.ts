import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { onTerminal, runCommand } from './run-command.ts'

test.each([['--help'], ['-h'], ['help']])('%s shows every command, examples first', async (word) => {
  const { code, out } = await runCommand([word])
  expect(code).toBe(0)
  expect(out).toStartWith('gatehouse start')
  for (const command of ['doctor', 'keys', 'virtual-keys', 'configs', 'prompts', 'logs', 'usage', 'plan', 'migrate'])
    expect(out).toMatch(new RegExp(`^  ${command} `, 'm'))
})

test.each([[['--help']], [['keys', 'create', '--help']], [['keys']]])('%j does not load the server', async (words) => {
  const environment = { BUN_OPTIONS: `--preload=${join(import.meta.dir, 'print-modules.ts')}` }
  const { code, problem } = await runCommand(words, { environment })
  expect(code).toBe(0)
  expect(problem).toContain('server/src/main.ts')
  expect(problem).not.toMatch(/server\/src\/(app|control|gateway|records|stores)\//)
})

test('the help of start names every environment variable', async () => {
  const { out } = await runCommand(['start', '--help'])
  for (const name of ['GATEWAY_PORT', 'GATEWAY_DATA_DIR', 'GATEWAY_MASTER_KEY', 'GATEWAY_TRUSTED_HOSTS'])
    expect(out).toContain(name)
})

test('help keys create and keys create --help are the same', async () => {
  const [asked, flagged] = await Promise.all([
    runCommand(['help', 'keys', 'create']),
    runCommand(['keys', 'create', '--help']),
  ])
  expect(asked.out).toBe(flagged.out)
  expect(asked.out).toStartWith('gatehouse keys create "My app"')
})

test('help shows a page of the documentation, and names the topics when there is none', async () => {
  const [page, none] = await Promise.all([runCommand(['help', 'routing']), runCommand(['help', 'rooting'])])
  expect([page.code, page.out.startsWith('Routing\n=======\n')]).toEqual([0, true])
  expect(page.out).not.toMatch(/^```|^#|^\|/m)
  expect(none.code).toBe(2)
  expect(none.problem).toContain('Did you mean "routing"?')
})

test('command aliases are equal to the full commands', async () => {
  const [short, long] = await Promise.all([
    runCommand(['vk', 'add', '--help']),
    runCommand(['virtual-keys', 'create', '--help']),
  ])
  expect(short.out).toBe(long.out)
  expect((await runCommand(['vk'])).out).toContain('gatehouse virtual-keys:')
})

test('without a command the help is shown, and nothing is started', async () => {
  const [none, help] = [await runCommand([]), await runCommand(['help'])]
  expect([none.code, none.out, none.problem]).toEqual([0, help.out, ''])
  expect(none.out).toContain('gatehouse start')
})

test('version prints only the version', async () => {
  const { out, code } = await runCommand(['--version'])
  expect([code, /^\d+\.\d+\.\d+\n$/.test(out)]).toEqual([0, true])
})

test.each([
  [['strt'], 'Did you mean "start"?', 'gatehouse --help'],
  [['serve'], 'Unknown command "serve"', 'gatehouse --help'],
  [['keys', 'creat'], 'Did you mean "keys create"?', 'gatehouse keys --help'],
  [['start', '--prot', '1'], 'Did you mean "--port"?', 'gatehouse start --help'],
  [['start', '9000'], 'Unexpected argument "9000"', 'gatehouse start --help'],
  [['start', '--port'], '--port needs a value', 'gatehouse start --help'],
  [['start', '--port', '--host', 'x'], '--port needs a value', 'gatehouse start --help'],
  [['start', '--port', '1', '--port', '2'], '--port was given 2 times', 'gatehouse start --help'],
  [['keys', 'create'], 'NAME is missing', 'gatehouse keys create --help'],
  [['keys', 'create', 'x', '--kind', 'amdin'], 'Did you mean "admin"?', 'gatehouse keys create --help'],
  [['completion', 'fisch'], 'Did you mean "fish"?', 'gatehouse completion --help'],
] as [string[], string, string][])('%j is wrong usage and says: %s', async (words, message, help) => {
  const { code, out, problem } = await runCommand(words)
  expect([code, out]).toEqual([2, ''])
  expect(problem).toContain(message)
  expect(problem).toContain(help)
})

test('an unreachable gateway gets an error with a fix', async () => {
  const { code, problem } = await runCommand(['keys', 'list', '--url', 'http://127.0.0.1:1'])
  expect(code).toBe(3)
  expect(problem).toMatch(
    /No gateway responds at http:\/\/127\.0\.0\.1:1\.\n {2}why {3}.+\n {2}fix {3}.*gatehouse start/,
  )
})

test('with --json an error is JSON', async () => {
  const { code, problem } = await runCommand(['keys', 'list', '--url', 'http://127.0.0.1:1', '--json'])
  expect(code).toBe(3)
  expect(JSON.parse(problem)).toMatchObject({ error: { what: 'No gateway responds at http://127.0.0.1:1.' } })
})

test('colours are used on a terminal, but not with NO_COLOR or --no-color', async () => {
  const words = ['doctor', '--url', 'http://127.0.0.1:1', '--port', '0', '--data', '/nonexistent-gatehouse/data']
  const plain = await onTerminal(words, { environment: { NO_COLOR: '1' } })
  const flagged = await onTerminal([...words, '--no-color'])
  const coloured = await onTerminal(words)
  expect(coloured.screen).toContain('\u001b[3')
  expect(plain.screen).not.toContain('\u001b[')
  expect(flagged.screen).not.toContain('\u001b[')
})

test.each(['bash', 'zsh', 'fish', 'pwsh'])('the completion for %s has commands and flags', async (shell) => {
  const { code, out } = await runCommand(['completion', shell])
  expect(code).toBe(0)
  for (const word of ['virtual-keys', 'whoami', 'simulate', 'rotate-master-key', 'replay', 'on-conflict', 'publish'])
    expect(out).toContain(word)
})

test('output in a pipe is the text of the terminal without colours', async () => {
  const words = ['doctor', '--url', 'http://127.0.0.1:1', '--port', '0', '--data', '/nonexistent-gatehouse/data']
  const piped = await runCommand(words)
  const { screen } = await onTerminal([...words, '--no-color'])
  const withoutFigures = (text: string) => text.replace(/ (?:clock|disk) .*/g, '')
  expect(withoutFigures(piped.out)).toBe(withoutFigures(screen))
  expect(piped.out).not.toContain('\u001b')
})
