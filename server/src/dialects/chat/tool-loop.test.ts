import { expect, test } from 'bun:test'
import { isLoopWithoutThinking, type Turn, withoutLoopThinking } from './tool-loop.ts'

type Block = { readonly type: string }
type TestTurn = Turn<Block>

const KINDS = {
  isResult: (block: Block) => block.type === 'result',
  isThinking: (block: Block) => block.type === 'thinking',
}
const blocks = (...types: string[]) => types.map((type) => ({ type }))
const user = (...types: string[]): TestTurn => ({ role: 'user', content: blocks(...types) })
const assistant = (...types: string[]): TestTurn => ({ role: 'assistant', content: blocks(...types) })

test.each<[string, boolean, TestTurn[]]>([
  ['no conversation', false, []],
  ['a question', false, [user('text')]],
  ['calls without thinking and their results', true, [user('text'), assistant('call'), user('result')]],
  ['a user message with text next to the results', true, [user('text'), assistant('call'), user('result', 'text')]],
  ['calls with thinking', false, [user('text'), assistant('thinking', 'call'), user('result')]],
  [
    'a second round without thinking, as Claude omits it within a loop',
    false,
    [user('text'), assistant('thinking', 'call'), user('result'), assistant('call'), user('result')],
  ],
  [
    'thinking in the second round only',
    true,
    [user('text'), assistant('call'), user('result'), assistant('thinking', 'call'), user('result')],
  ],
  [
    'a loop that is over',
    false,
    [user('text'), assistant('call'), user('result'), assistant('text'), { role: 'user', content: 'on' }],
  ],
  ['a prefill', true, [user('text'), { role: 'assistant', content: 'The' }]],
])('%s: lacks thinking is %p', (_name, isWithout, turns) => {
  expect(isLoopWithoutThinking(turns, KINDS)).toBe(isWithout)
})

test('removes thinking from the loop only, and drops a turn that had only thinking', () => {
  const before = [user('text'), assistant('thinking', 'text')]
  const loop = [user('text'), assistant('thinking', 'call'), user('result'), assistant('thinking')]
  expect(withoutLoopThinking([...before, ...loop], KINDS)).toEqual([
    ...before,
    user('text'),
    assistant('call'),
    user('result'),
  ])
  expect(withoutLoopThinking(before.concat(user('text')), KINDS)).toEqual(before.concat(user('text')))
})
