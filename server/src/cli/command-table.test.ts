import { expect, test } from 'bun:test'
import { COMMANDS } from './command-table.ts'
import { commandHelp, overview } from './help.ts'
import { findCommand, parseArguments } from './parse-arguments.ts'

/** The words of an example, without its remark, redirections and surrounding shell syntax. */
function wordsOf(example: string): string[] {
  const line = example.slice(example.indexOf('gatehouse ')).split(/ {4,}| > |\)$/)[0] ?? ''
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1)
}

test.each(COMMANDS.map((spec) => [spec.name, spec] as const))(
  'the help of %s starts with examples that can be typed',
  async (_, spec) => {
    const help = await commandHelp(spec)
    expect(spec.examples.length).toBeGreaterThanOrEqual(2)
    expect(help).toStartWith(spec.examples[0] ?? '?')
    for (const example of spec.examples) {
      const found = findCommand(wordsOf(example), COMMANDS)
      expect(found?.spec.name).toBe(spec.name)
      expect(() => parseArguments(spec, found?.rest ?? [])).not.toThrow()
    }
  },
)

test.each(COMMANDS.map((spec) => [spec.name, spec] as const))('%s has work to load', async (_, spec) => {
  expect(await spec.load()).toBeFunction()
})

test('the overview lists every command group once', () => {
  const text = overview(COMMANDS)
  for (const first of new Set(COMMANDS.map(({ name }) => name.split(' ')[0])))
    expect(text.match(new RegExp(`^  ${first} `, 'gm'))).toHaveLength(1)
})

test('a flag named like a member of Object is unknown', () => {
  const start = COMMANDS.find(({ name }) => name === 'start')
  if (start === undefined) throw new Error('there is no start')
  for (const flag of ['--constructor', '--toString', '--__proto__'])
    expect(() => parseArguments(start, [flag, '1'])).toThrow('Unknown flag')
})

test('a value given with = may begin with a hyphen, and -- ends the flags', () => {
  const create = COMMANDS.find(({ name }) => name === 'keys create')
  if (create === undefined) throw new Error('there is no keys create')
  expect(parseArguments(create, ['x', '--expires=-1']).flags.get('expires')).toEqual(['-1'])
  expect(parseArguments(create, ['--', '--odd-name']).operands).toEqual(['--odd-name'])
  expect(parseArguments(create, ['x', '--scope', 'a', '--scope', 'b']).flags.get('scope')).toEqual(['a', 'b'])
})
