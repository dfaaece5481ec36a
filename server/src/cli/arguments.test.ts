import { expect, test } from 'bun:test'
import { version } from '../../../package.json'
import { ENVIRONMENT } from '../settings.ts'
import { type Command, parseArguments } from './arguments.ts'

function textOf(command: Command): { text: string; isError: boolean } {
  if (command.kind !== 'text') throw new Error('it would have started')
  return command
}

test('no word at all starts the gateway', () => {
  expect(parseArguments([])).toEqual({ kind: 'start', environment: {} })
  expect(parseArguments(['start'])).toEqual({ kind: 'start', environment: {} })
})

test('flags are names for environment variables', () => {
  expect(parseArguments(['start', '--port', '9000', '--host', '::1', '--data', '/var/lib/x'])).toEqual({
    kind: 'start',
    environment: { GATEWAY_PORT: '9000', GATEWAY_HOST: '::1', GATEWAY_DATA_DIR: '/var/lib/x' },
  })
})

test.each([[['help']], [['--help']], [['-h']], [['start', '--help']], [['start', '--port', '--help']]])(
  '%j shows the help',
  (words) => {
    const { text, isError } = textOf(parseArguments(words))
    expect(isError).toBe(false)
    expect(text).toStartWith('gatehouse start')
    for (const [name] of ENVIRONMENT) expect(text).toContain(name)
  },
)

test.each([[['version']], [['--version']]])('%j prints the version alone', (words) => {
  expect(textOf(parseArguments(words))).toMatchObject({ text: version, isError: false })
})

test.each([
  [['strt'], 'Did you mean "start"?'],
  [['serve'], 'no command "serve"'],
  [['start', '--prot', '1'], 'Did you mean "--port"?'],
  [['start', '--verbose'], 'no flag "--verbose"'],
  [['start', '9000'], 'no flag "9000"'],
  [['start', '--port'], '--port needs a value'],
] as [string[], string][])('%j is refused and says: %s', (words, message) => {
  const { text, isError } = textOf(parseArguments(words))
  expect(isError).toBe(true)
  expect(text).toContain(message)
  expect(text).toContain('gatehouse --help')
})
