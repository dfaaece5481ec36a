import { expect, test } from 'bun:test'
import type { WholeCheck } from '../check.ts'
import { checkOf, inputOf, REQUEST, spansOf, verdictOf } from './sample-input.ts'

type Case = readonly [
  id: string,
  parameters: Record<string, unknown>,
  passing: readonly string[],
  failing: readonly string[],
]

const CASES: readonly Case[] = [
  ['regexMatch', { rule: '^\\d{3}$' }, ['123'], ['1234', '']],
  ['regexMatch', { rule: '(?i)SECRET', not: true }, ['public'], ['a secret', 'Secret']],
  ['regexMatch', { rule: '^\\s*$', not: true }, ['a'], ['', ' \n']],
  ['contains', { words: ['a', 'b'], operator: 'any' }, ['xax', 'b'], ['', 'A']],
  ['contains', { words: ['a', 'b'] }, ['xax'], ['c']],
  ['contains', { words: ['a', 'b'], operator: 'all' }, ['ba'], ['a', 'b']],
  ['contains', { words: ['a b', '日本'], operator: 'none' }, ['ab', '日 本'], ['xa bx', 'x日本']],
  [
    'containsCode',
    { format: 'Python' },
    ['```python\nx', 'a ```py\nx\n```', '~~~ Python3 title=x\nx'],
    ['```ts\nx\n```', 'python', '```pythonic\n'],
  ],
  ['containsCode', { format: 'C++' }, ['```c++\nx\n```', '```cpp\r\nx'], ['```c\nx\n```']],
  ['containsCode', { format: 'SQL', not: true }, ['```ts\n```'], ['```SQL\nselect 1\n```', '```sql\ncut']],
  ['wordCount', { minWords: 2, maxWords: 3 }, ['a b', ' a\nb\u00a0c '], ['', 'a', 'a b c d']],
  ['wordCount', { maxWords: 1, not: true }, ['a b'], ['a']],
  ['sentenceCount', { minSentences: 1, maxSentences: 2 }, ['A.', 'A. B?', '好。'], ['A', 'A. B! C?']],
  ['characterCount', { minCharacters: 1, maxCharacters: 3 }, ['abc'], ['', 'abcd']],
  [
    'jsonKeys',
    { keys: ['a', 'b'], operator: 'all' },
    ['{"a":1,"b":null}', 'x {"a":1,"b":2} y'],
    ['{"a":1}', 'none', '{"a":1} {"b":1}'],
  ],
  ['jsonKeys', { keys: ['a', 'b'], operator: 'any' }, ['```json\n{"b":1}\n```'], ['{"c":1}', '{"toString":1}']],
  ['jsonKeys', { keys: ['a'], operator: 'none' }, ['{"b":1}'], ['{"b":1} {"a":1}', 'none']],
  [
    'jsonSchema',
    { schema: { type: 'object', required: ['a'] } },
    ['{"a":1}', 'So: {"b":1} or {"a":{"b":[1]}}'],
    ['{"b":1}', 'a', '{"a":1'],
  ],
  ['jsonSchema', { schema: '{"type":"object"}', not: true }, ['[1]', 'text'], ['{}']],
  ['alluppercase', {}, ['ABC 1', ''], ['ABc']],
  ['alllowercase', {}, ['abc 1'], ['abC']],
  ['allLowercase', { not: true }, ['abC'], ['abc']],
  ['endsWith', { suffix: 'end' }, ['the end', 'the end.'], ['the end!', '']],
  ['endsWith', { suffix: 'end', not: true }, ['the end!'], ['the end']],
  ['notNull', {}, ['a'], ['', ' \n']],
  ['notNull', { not: true }, [''], ['a']],
]
for (const [id, parameters, passing, failing] of CASES) {
  test(`${id} ${JSON.stringify(parameters)}`, () => {
    const check = checkOf(id, parameters)
    for (const text of passing) expect([text, verdictOf(check, text)]).toEqual([text, true])
    for (const text of failing) expect([text, verdictOf(check, text)]).toEqual([text, false])
  })
}

test('what must not occur is looked for in all messages and in streams', () => {
  for (const [id, parameters] of [
    ['regexMatch', { rule: 'a', not: true }],
    ['contains', { words: ['a'], operator: 'none' }],
    ['containsCode', { format: 'SQL', not: true }],
    ['regexReplace', { rule: 'a' }],
  ] as const) {
    expect(checkOf(id, parameters)).toMatchObject({ kind: 'spans', messages: 'all' })
  }
  for (const [id, parameters] of [
    ['regexMatch', { rule: 'a' }],
    ['contains', { words: ['a'], operator: 'any' }],
    ['wordCount', {}],
    ['jsonSchema', { schema: {} }],
  ] as const) {
    expect(checkOf(id, parameters)).toMatchObject({ kind: 'whole', messages: 'last' })
  }
})

test('the parts of a message are one text, and every message or choice has to pass', () => {
  const check = checkOf('wordCount', { minWords: 2 }) as WholeCheck
  const both = (first: string, second: string) => [
    { path: `${first}.text`, text: 'a' },
    { path: `${second}.text`, text: 'b' },
  ]
  expect(check.run(inputOf(both('messages[0].content[0]', 'messages[0].content[1]'))).verdict).toBe(true)
  expect(check.run(inputOf(both('content[0]', 'content[1]'))).verdict).toBe(true)
  expect(check.run(inputOf(both('choices[0].message', 'choices[1].message'))).verdict).toBe(false)
  expect(check.run(inputOf(both('messages[0].content', 'messages[1].content'))).verdict).toBe(false)
  const negated = checkOf('wordCount', { minWords: 2, not: true }) as WholeCheck
  expect(negated.run(inputOf(both('choices[0].message', 'choices[1].message'))).verdict).toBe(true)
})

test('reasoning and the arguments of tool calls do not count as text', () => {
  const check = checkOf('notNull') as WholeCheck
  const hidden = [
    { kind: 'reasoning', text: 'a' },
    { kind: 'tool_arguments', text: '{}' },
  ] as const
  expect(check.run(inputOf(hidden)).verdict).toBe(false)
  expect(check.run(inputOf([...hidden, { kind: 'tool_result', text: 'a' }])).verdict).toBe(true)
})

test('results hold no part of the text', () => {
  const secret = 'xyzzy'
  for (const [id, parameters] of CASES) {
    const check = checkOf(id, parameters)
    if (check.kind !== 'whole') continue
    for (const text of [secret, `{"${secret}":"${secret}"}`]) {
      expect(JSON.stringify(check.run(inputOf([{ text }])).data)).not.toContain(secret)
    }
  }
})

const REPLACED: readonly (readonly [Record<string, unknown>, string, string])[] = [
  [{ rule: '\\d+' }, 'a 12 b 3', 'a [REDACTED] b [REDACTED]'],
  [{ rule: '/SECRET/i', redactText: '*' }, 'a secret Secret', 'a * *'],
  [{ rule: '/^a/gm', redactText: 'b' }, 'a\na', 'b\nb'],
  [{ rule: '/a/x', redactText: 'b' }, 'a /a/x', 'a b'],
  [{ rule: '/', redactText: 'b' }, 'a/b', 'abb'],
  [{ rule: 'x*', redactText: '-' }, 'axxb', 'a-b'],
  [{ rule: '$1', redactText: '$1' }, '$1', '$1'],
]
for (const [parameters, text, replaced] of REPLACED) {
  test(`regexReplace ${JSON.stringify(parameters)}`, () => {
    const check = checkOf('regexReplace', parameters)
    let result = ''
    let at = 0
    for (const { start, end, action } of spansOf(check, text)) {
      result += text.slice(at, start) + (action.kind === 'replace' ? action.text : '')
      at = end
    }
    expect(result + text.slice(at)).toBe(replaced)
    expect(verdictOf(check, text)).toBe(true)
  })
}

test('regexReplace fails on a match if it is asked to', () => {
  const check = checkOf('regexReplace', { rule: 'a', failOnDetection: true })
  expect(verdictOf(check, 'a')).toBe(false)
  expect(verdictOf(check, 'b')).toBe(true)
})

type RequestCase = readonly [
  id: string,
  parameters: Record<string, unknown>,
  request: Partial<typeof REQUEST>,
  verdict: boolean | string,
]
const RULES = { defaults: ['small'], metadata: { tier: { paid: ['gpt-4o', 'large'] }, team: { a: ['other'] } } }
const BY_METADATA = [
  { metadataKey: 'tier', values: ['paid', 'trial'], models: ['gpt-4o', 'large'] },
  { metadataKey: 'team', values: ['1'], models: ['other'] },
]
const REQUESTS: readonly RequestCase[] = [
  ['modelWhitelist', { models: ['gpt-4o'] }, {}, true],
  ['modelWhitelist', { models: ['gpt-4'] }, {}, false],
  ['modelWhitelist', { models: ['gpt-4o'], not: true }, {}, false],
  ['modelWhitelist', { models: ['gpt-4o'] }, { model: null }, 'The request names no model.'],
  ['modelWhitelist', { models: ['small'], metadataRules: BY_METADATA }, { metadata: { tier: 'paid' } }, true],
  ['modelWhitelist', { models: ['small'], metadataRules: BY_METADATA }, { metadata: { tier: ['x', 'trial'] } }, true],
  ['modelWhitelist', { metadataRules: JSON.stringify(BY_METADATA) }, { metadata: { tier: 'paid' } }, true],
  // `models` counts only if no rule applies. Otherwise only the models of the rules are allowed.
  ['modelWhitelist', { models: ['gpt-4o'], metadataRules: BY_METADATA }, { metadata: { tier: 'free' } }, true],
  ['modelWhitelist', { models: ['gpt-4o'], metadataRules: BY_METADATA }, { metadata: { team: 1 } }, false],
  ['modelWhitelist', { metadataRules: BY_METADATA }, { metadata: { team: 1, tier: 'paid' } }, true],
  ['modelWhitelist', { metadataRules: BY_METADATA, not: true }, { metadata: { tier: 'paid' } }, false],
  ['modelWhitelist', { metadataRules: BY_METADATA }, {}, 'The rules allow no model for the metadata of this request.'],
  [
    'modelWhitelist',
    { metadataRules: [{ metadataKey: 'constructor', values: ['x'], models: ['m'] }], models: ['gpt-4o'] },
    {},
    true,
  ],
  ['modelRules', { rules: RULES }, { metadata: { tier: 'paid' } }, true],
  ['modelRules', { rules: JSON.stringify(RULES) }, { metadata: { tier: ['free', 'paid'] } }, true],
  ['modelRules', { rules: RULES }, {}, false],
  ['modelRules', { rules: RULES }, { model: 'small' }, true],
  ['modelRules', { rules: RULES, not: true }, { metadata: { tier: 'paid' } }, false],
  [
    'modelRules',
    { rules: { metadata: RULES.metadata } },
    {},
    'The rules allow no model for the metadata of this request.',
  ],
  ['modelRules', { rules: { metadata: { constructor: { x: ['m'] } }, defaults: ['gpt-4o'] } }, {}, true],
  ['modelRules', { rules: { defaults: ['*'] } }, {}, true],
  ['modelRules', { rules: { defaults: ['*'] }, not: true }, {}, false],
  ['modelRules', { rules: { metadata: { tier: { all: ['x', '*'] } } } }, { metadata: { tier: 'all' } }, true],
  ['allowedRequestTypes', {}, {}, true],
  ['allowedRequestTypes', { allowedTypes: ['chatComplete'] }, {}, true],
  ['allowedRequestTypes', { allowedTypes: 'embed, complete' }, {}, false],
  ['allowedRequestTypes', { allowedTypes: ['chat.completions'] }, {}, true],
  ['allowedRequestTypes', { blockedTypes: ['chatComplete'] }, {}, false],
  ['allowedRequestTypes', { allowedTypes: ['messages'], blockedTypes: ['embed'] }, { endpoint: 'messages' }, true],
  ['allowedRequestTypes', {}, { metadata: { supported_endpoints: 'embed' } }, false],
  ['allowedRequestTypes', {}, { metadata: { blocked_endpoints: ['chatComplete'] } }, false],
  ['requiredMetadataKeys', { metadataKeys: ['a', 'b'] }, { metadata: { a: 1, b: 2 } }, true],
  ['requiredMetadataKeys', { metadataKeys: ['a', 'b'] }, { metadata: { a: 1 } }, false],
  ['requiredMetadataKeys', { metadataKeys: ['a', 'b'], operator: 'any' }, { metadata: { a: 1 } }, true],
  ['requiredMetadataKeys', { metadataKeys: ['a', 'b'], operator: 'none' }, { metadata: { a: 1 } }, false],
  ['requiredMetadataKeys', { metadataKeys: ['toString'] }, {}, false],
  [
    'requiredMetadataKeyValuePairs',
    { metadataPairs: { env: 'prod', n: 1 } },
    { metadata: { env: 'prod', n: '1' } },
    true,
  ],
  ['requiredMetadataKeyValuePairs', { metadataPairs: { env: 'prod' } }, { metadata: { env: 'test' } }, false],
]
for (const [id, parameters, changes, verdict] of REQUESTS) {
  test(`${id} ${JSON.stringify(parameters)} of ${JSON.stringify(changes)}`, () => {
    const check = checkOf(id, parameters) as WholeCheck
    const run = () => check.run(inputOf([], { request: { ...REQUEST, ...changes } })).verdict
    if (typeof verdict === 'string') expect(run).toThrow(verdict)
    else expect(run()).toBe(verdict)
  })
}

type PrefixCase = readonly [
  what: string,
  parameters: Record<string, unknown>,
  body: Record<string, unknown>,
  expected: unknown,
]
const user = { role: 'user', content: 'hi' }
const PREFIXES: readonly PrefixCase[] = [
  ['a message', {}, { messages: [user] }, { messages: [{ role: 'user', content: 'P hi' }] }],
  [
    'the first text part',
    {},
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }, { type: 'image_url' }] }] },
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'P hi' }, { type: 'image_url' }] }] },
  ],
  [
    'a part that is no text',
    {},
    { messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'P ' }, { type: 'image_url' }] }] },
  ],
  [
    'a system message that is missing',
    { applyToRole: 'system' },
    { messages: [user] },
    { messages: [{ role: 'system', content: 'P ' }, user] },
  ],
  [
    'a message of its own',
    { addToExisting: false },
    { messages: [user] },
    { messages: [{ role: 'user', content: 'P ' }, user] },
  ],
  ['no message that has content', { onlyIfEmpty: true }, { messages: [user] }, undefined],
  [
    'an empty message',
    { onlyIfEmpty: true },
    { messages: [{ role: 'user', content: '' }] },
    { messages: [{ role: 'user', content: 'P ' }] },
  ],
  ['a prompt', {}, { prompt: 'hi' }, { prompt: 'P hi' }],
  ['a text input', {}, { input: 'hi' }, { input: 'P hi' }],
  [
    'a message of Responses',
    {},
    { input: [{ role: 'user', content: [{ type: 'input_image' }] }] },
    { input: [{ role: 'user', content: [{ type: 'input_text', text: 'P ' }, { type: 'input_image' }] }] },
  ],
  ['no list of texts to embed', {}, { input: ['hi'] }, undefined],
]
for (const [what, parameters, body, expected] of PREFIXES) {
  test(`addPrefix: ${what}`, () => {
    const check = checkOf('addPrefix', { prefix: 'P ', ...parameters }) as WholeCheck
    const sent = { model: 'm', ...body }
    const outcome = check.run(inputOf([], { requestBody: sent }))
    expect(outcome.verdict).toBe(true)
    expect<unknown>(outcome.requestBody).toEqual(
      expected === undefined ? undefined : { model: 'm', ...(expected as object) },
    )
    expect(sent).toEqual({ model: 'm', ...body })
    expect(check.run(inputOf([], { direction: 'output', requestBody: sent })).requestBody).toBeUndefined()
  })
}

test('addPrefix: the system text of Messages', () => {
  const check = checkOf('addPrefix', { prefix: 'P ', applyToRole: 'system' }) as WholeCheck
  const request = { ...REQUEST, endpoint: 'messages' } as const
  const run = (body: Record<string, unknown>) => check.run(inputOf([], { request, requestBody: body })).requestBody
  expect(run({ messages: [user] })).toEqual({ messages: [user], system: 'P ' })
  expect(run({ system: 'be kind', messages: [user] })).toEqual({ system: 'P be kind', messages: [user] })
})
