import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { dropPaths, isDeeperThan, type JsonObject, membersOf, parseObject, setMembers } from './json-text.ts'

function depthOf(bytes: Uint8Array): number {
  let depth = 0
  while (isDeeperThan(bytes, depth)) depth++
  return depth
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const bytesOf = (text: string) => encoder.encode(text)
const textOf = (bytes: Uint8Array) => decoder.decode(bytes)

function parsed(bytes: Uint8Array): JsonObject {
  const value = parseObject(bytes)
  if (typeof value === 'string') throw new Error(value)
  return value
}

const space = fc.stringMatching(/^[ \n\r\t]{0,3}$/)
const key = fc.oneof(
  fc.constantFrom(
    'model',
    'stream',
    'a',
    'b',
    '',
    '__proto__',
    'constructor',
    'é',
    '😀',
    'a"b',
    'c\\d',
    ']}',
    '\\u0041',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const number = fc.constantFrom('0', '-0', '1.0', '1e400', '12345678901234567890', '-1.50E-7', '0.1')

/** A string as JSON text, with some unnecessary escapes. */
function quoted(text: string, escapes: boolean): string {
  const plain = JSON.stringify(text)
  if (!escapes) return plain
  return plain.replace(/[a-z/]/g, (letter, at: number) => {
    const isEscapeLetter = /\\(?:\\\\)*$/.test(plain.slice(0, at)) || /\\u[0-9a-f]{0,3}$/.test(plain.slice(0, at))
    return isEscapeLetter ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

const jsonString = fc.tuple(key, fc.boolean()).map(([text, escapes]) => quoted(text, escapes))

/** JSON text of any value, with white space, escapes and number formats that a serializer would not write. */
const { value: jsonText } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false'),
    number,
    jsonString,
    tie('object'),
    fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 4 })
      .map((items) => `[${items.map(([before, item, after]) => before + item + after).join(',') || ' '}]`),
  ),
  object: fc
    .array(fc.tuple(space, jsonString, space, space, tie('value'), space), { maxLength: 4 })
    .map(
      (rows) => `{${rows.map(([a, name, b, c, value, d]) => `${a}${name}${b}:${c}${value}${d}`).join(',') || '\n'}}`,
    ),
}))

const members = fc.array(fc.record({ key, escapes: fc.boolean(), value: jsonText, space }), { maxLength: 6 })
type Row = { key: string; escapes: boolean; value: string; space: string }

function objectText(rows: readonly Row[]): string {
  return ` {${rows.map((row) => `${row.space}${quoted(row.key, row.escapes)}${row.space}: ${row.value}${row.space}`).join(',')}}\n`
}

test('finds every member of any object, with its decoded key and the exact text of its value', () => {
  fc.assert(
    fc.property(members, (rows) => {
      const bytes = bytesOf(objectText(rows))
      parsed(bytes)
      const found = membersOf(bytes).map((member) => [
        member.key,
        textOf(bytes.subarray(member.valueStart, member.valueEnd)),
      ])
      expect(found).toEqual(rows.map((row) => [row.key, row.value]))
    }),
    { numRuns: propertyRuns(500) },
  )
})

test('setting members replaces existing values, appends missing ones, and changes no other byte', () => {
  const changes = fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  fc.assert(
    fc.property(members, changes, (rows, values) => {
      const wanted = new Map(Object.entries(values))
      const changed = textOf(setMembers(bytesOf(objectText(rows)), wanted))
      const replaced = objectText(
        rows.map((row) => (wanted.has(row.key) ? { ...row, value: JSON.stringify(wanted.get(row.key)) } : row)),
      )
      const absent = [...wanted].filter(([name]) => !rows.some((row) => row.key === name))
      const added = absent.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')
      const end = rows.length === 0 ? replaced.indexOf('{') + 1 : replaced.length - 2 - rows.at(-1)!.space.length
      const comma = added !== '' && rows.length > 0 ? ',' : ''
      expect(changed).toBe(replaced.slice(0, end) + comma + added + replaced.slice(end))
      const result = parsed(bytesOf(changed))
      for (const [name, value] of wanted) expect(result[name]).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: propertyRuns(500) },
  )
})

test('a key written with escapes is the same member: it is replaced, not added again', () => {
  const changed = setMembers(bytesOf('{"mod\\u0065l" : "a", "n": 1.0}'), new Map([['model', 'b']]))
  expect(textOf(changed)).toBe('{"mod\\u0065l" : "b", "n": 1.0}')
})

test('a duplicate member is replaced in both positions, so that no parser reads the old value', () => {
  const changed = setMembers(bytesOf('{"model":"a","x":[],"model":"c"}'), new Map([['model', 'b']]))
  expect(textOf(changed)).toBe('{"model":"b","x":[],"model":"b"}')
})

test.each([
  ['{}', '{"a":1}'],
  [' { } ', ' {"a":1 } '],
  ['{"b":{}}', '{"b":{},"a":1}'],
  ['{"a":"}\\"]"}', '{"a":1}'],
  ['{"id":12345678901234567890,"t":1.0}\n', '{"id":12345678901234567890,"t":1.0,"a":1}\n'],
])('setting a on %s gives %s', (before, after) => {
  expect(textOf(setMembers(bytesOf(before), new Map([['a', 1]])))).toBe(after)
})

type Path = (string | number)[]

function dropFrom(value: unknown, paths: readonly Path[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  const isArray = Array.isArray(value)
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const matching = paths.filter(([step]) => (step === '*' ? isArray : step !== undefined && String(step) === name))
    if (matching.some((path) => path.length === 1)) return []
    return [
      [
        name,
        dropFrom(
          inner,
          matching.map((path) => path.slice(1)),
        ),
      ] as const,
    ]
  })
  return isArray ? kept.map(([, inner]) => inner) : Object.fromEntries(kept)
}

test('dropping paths from the text gives the same value as parsing and deleting', () => {
  // Excludes duplicate members: dropping removes all of them, but parsing keeps only the last.
  const unique = fc.uniqueArray(fc.record({ key, escapes: fc.boolean(), value: jsonText, space }), {
    selector: (row) => row.key,
    maxLength: 6,
  })
  const step = fc.oneof(key, fc.constantFrom<string | number>('*', 0, 1, 'a', 'b', 'model'))
  const paths = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 4 })
  fc.assert(
    fc.property(unique, paths, (rows, drops) => {
      const bytes = bytesOf(objectText(rows))
      expect(parsed(dropPaths(bytes, drops))).toEqual(dropFrom(parsed(bytes), drops) as JsonObject)
    }),
    { numRuns: propertyRuns(1000) },
  )
})

test.each([
  ['{"a":1,"b":2,"c":3}', [['a']], '{"b":2,"c":3}'],
  ['{"a":1 , "b":2 , "c":3 }', [['b']], '{"a":1 , "c":3 }'],
  ['{"a":1 , "b":2 , "c":3 }', [['c']], '{"a":1 , "b":2 }'],
  ['{"a":1,"b":2,"c":3}', [['b'], ['c']], '{"a":1}'],
  ['{"a":1,"b":2}', [['a'], ['b']], '{}'],
  ['{"a":1,"x":1.0,"a":2}', [['a']], '{"x":1.0}'],
  ['{"m":[{"x":1,"y":1.0},{"y":2}]}', [['m', '*', 'x']], '{"m":[{"y":1.0},{"y":2}]}'],
  ['{"m":[1,2,3]}', [['m', 1]], '{"m":[1,3]}'],
  ['{"m":[1,2,3]}', [['m', '*']], '{"m":[]}'],
  ['{"m":{"x":1}}', [['m', '*']], '{"m":{"x":1}}'],
  ['{"m":[1]}', [['m', 7], ['n'], ['m', 0, 'x']], '{"m":[1]}'],
] as [string, Path[], string][])('from %s the paths %j leave %s', (before, paths, after) => {
  expect(textOf(dropPaths(bytesOf(before), paths))).toBe(after)
})

test('dropping nothing returns the same bytes', () => {
  const bytes = bytesOf('{"a":1}')
  expect(dropPaths(bytes, [['b']])).toBe(bytes)
})

test('reading and changing never throws for a text that parseObject accepts', () => {
  const texts = fc.oneof(jsonText, fc.json(), fc.string(), members.map(objectText))
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = bytesOf(text)
      if (typeof parseObject(bytes) === 'string') return
      expect(() => [
        membersOf(bytes),
        depthOf(bytes),
        setMembers(bytes, new Map([['a', 1]])),
        dropPaths(bytes, [['a'], ['*', 'b']]),
      ]).not.toThrow()
    }),
    { numRuns: propertyRuns(1000) },
  )
})

test.each([
  ['', 'it is empty'],
  ['[]', 'it is not an object'],
  ['null', 'it is not an object'],
  ['"x"', 'it is not an object'],
])('%j is not an object: %s', (text, reason) => {
  expect(parseObject(bytesOf(text))).toBe(reason)
})

test.each(['{"a":1', '{"a":01}', "{'a':1}", '{"a":1,}', '\ufeff{}', '{"a":1}{', '{"a":"\n"}'])(
  '%j is refused as a syntax error',
  (text) => {
    expect(typeof parseObject(bytesOf(text))).toBe('string')
  },
)

test('bytes that are not UTF-8 are refused, not replaced', () => {
  expect(parseObject(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d))).toBe('it is not UTF-8')
})

test.each([
  ['{}', 1],
  ['{"a":1}', 1],
  ['{"a":[]}', 2],
  ['{"a":[{}],"b":{}}', 3],
  ['{"[[[":"{{{\\"[["}', 1],
])('the nesting depth of %s is %d', (text, depth) => {
  expect(depthOf(bytesOf(text))).toBe(depth)
})

test('depth equals the depth of the parsed value', () => {
  const deepest = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(deepest)) : 0
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      expect(depthOf(bytesOf(text))).toBe(deepest(JSON.parse(text)))
    }),
  )
})
