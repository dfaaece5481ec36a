/**
 * Measures the checks of guardrails at n and 4n: every compiled check on texts of every shape, and the functions that
 * they use. A new check of the catalogue fails until it is measured or listed as one that reads no text.
 */

import { expect, test } from 'bun:test'
import { DEFAULT_ACTIONS } from '../../server/src/core/guardrails/guardrails.ts'
import type { Check, CheckInput } from '../../server/src/guardrails/check.ts'
import { DETERMINISTIC_CHECKS } from '../../server/src/guardrails/checks/describe-checks.ts'
import { findJson } from '../../server/src/guardrails/checks/find-json.ts'
import { compileGuardrail } from '../../server/src/guardrails/compile-guardrail.ts'
import { compileSchema } from '../../server/src/guardrails/json-schema/compile-schema.ts'
import { compileWords, PatternBudget } from '../../server/src/guardrails/patterns/compile-text-pattern.ts'
import type { TextPattern } from '../../server/src/guardrails/patterns/text-pattern.ts'
import { superlinear, type Work } from './measure.ts'

/** The largest n, at four times the base. Texts have up to 16 characters for each. */
const MAX_SIZE = 64 * 1024

const TEXTS: Readonly<Record<string, (n: number) => string>> = {
  'one character': (n) => 'a'.repeat(n * 16),
  words: (n) => 'lorem ipsum 12. '.repeat(n),
  lines: (n) => 'a b, c! d? 1 2\n\n'.repeat(n),
  'opening brackets': (n) => '{['.repeat(n * 8),
  'brackets that do not match': (n) => '{]'.repeat(n * 8),
  quotes: (n) => '{"'.repeat(n * 8),
  'JSON between words': (n) => 'a {"a":[1,2]} b '.repeat(n),
  'code fences': (n) => '```sql\nselect 1\n'.repeat(n),
  'pairs of surrogates': (n) => '😀'.repeat(n * 8),
  'halves of surrogates': (n) => '\ud83d'.repeat(n * 16),
  'many alphabets': (n) => 'aé日ß\u212aжא1'.repeat(n * 2),
}

/** The parameters of each check that reads texts. The others compare names. */
const READING: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  'default.regexMatch': [{ rule: 'b$' }, { rule: '\\w+@\\w+', not: true }],
  'default.contains': [
    { words: ['ax', 'lorem ', 'zz'], operator: 'none' },
    { words: ['zz'], operator: 'any' },
    { words: ['a', 'b'], operator: 'all' },
  ],
  'default.containsCode': [{ format: 'SQL', not: true }, { format: 'Python' }],
  'default.wordCount': [{}],
  'default.sentenceCount': [{}],
  'default.characterCount': [{}],
  'default.jsonSchema': [{ schema: { type: 'object', properties: { a: { items: { type: 'string' } } } } }],
  'default.jsonKeys': [{ keys: ['b'], operator: 'all' }],
  'default.alluppercase': [{}],
  'default.alllowercase': [{}],
  'default.endsWith': [{ suffix: 'b' }],
  'default.notNull': [{}],
  'default.regexReplace': [{ rule: '\\w' }, { rule: '[^a]+' }],
}
const READ_NO_TEXT = [
  'default.addPrefix',
  'default.modelWhitelist',
  'default.modelRules',
  'default.allowedRequestTypes',
  'default.requiredMetadataKeys',
  'default.requiredMetadataKeyValuePairs',
]

test('every deterministic check is measured or reads no text', () => {
  const measured = [...Object.keys(READING), ...READ_NO_TEXT].toSorted()
  expect(measured).toEqual(DETERMINISTIC_CHECKS.map(({ id }) => id).toSorted())
})

function checkOf(id: string, parameters: Record<string, unknown>): Check {
  const spec = { id: 'g', versionId: null, source: 'config', actions: DEFAULT_ACTIONS } as const
  return compileGuardrail({ ...spec, checks: [{ id, parameters, isEnabled: true }] }, (path, reason) => {
    throw new Error(`${path}: ${reason}`)
  }).checks[0]!
}

function inputOf(text: string): CheckInput {
  return {
    direction: 'output',
    parts: [{ path: 'choices[0].message.content', role: 'assistant', kind: 'text', text, isLast: true }],
    request: {
      endpoint: 'chat.completions',
      model: null,
      provider: null,
      isStream: false,
      metadata: {},
      headers: {},
      organisationId: 'o',
      workspaceId: 'w',
    },
    requestBody: null,
    responseBody: null,
  }
}

async function expectLinear(works: Readonly<Record<string, Work>>): Promise<void> {
  const slow: string[] = []
  for (const [shape, work] of Object.entries(works)) {
    const growth = await superlinear(work, MAX_SIZE)
    if (growth) slow.push(`${shape}: ${JSON.stringify(growth)}`)
  }
  expect(slow).toEqual([])
}

const onTexts = (run: (text: string) => unknown): Record<string, Work> =>
  Object.fromEntries(
    Object.entries(TEXTS).map(([shape, make]) => [
      shape,
      (n: number) => {
        const text = make(n)
        return () => run(text)
      },
    ]),
  )

for (const [id, list] of Object.entries(READING)) {
  for (const parameters of list) {
    test(`${id} ${JSON.stringify(parameters)} works in linear time`, async () => {
      const check = checkOf(id, parameters)
      if (check.kind === 'whole') {
        await expectLinear(onTexts((text) => check.run(inputOf(text))))
        return
      }
      if (check.kind !== 'spans') throw new Error('The check is remote.')
      await expectLinear(onTexts((text) => check.find(text, 0)))
      await expectLinear(onTexts((text) => check.settledUntil(text, 0)))
    })
  }
}

/** Patterns that are quadratic or worse in other engines. */
const PATTERNS = [
  'a(?:.*b)?',
  '(?:a+)+b',
  '(?s)a.*b.*c',
  '(?:[a-z ]|\\d)+!',
  '(?:a|b)*a(?:a|b){8}c',
  '\\b\\w{3,8}\\b',
  '(?i)k|ß',
]
const patternOf = (source: string): TextPattern =>
  new PatternBudget().compile(source, (reason) => {
    throw new Error(reason)
  })

for (const source of PATTERNS) {
  test(`the pattern ${source} works in linear time`, async () => {
    const pattern = patternOf(source)
    await expectLinear(onTexts((text) => pattern.find(text, 0)))
    await expectLinear(onTexts((text) => pattern.settledUntil(text, 0)))
    await expectLinear(onTexts((text) => pattern.matches(text)))
  })
}

test('the beginning of a text that is settled costs nothing', async () => {
  const pattern = patternOf('a+b')
  await expectLinear({
    'the last 100 characters': (n) => {
      const text = 'a'.repeat(n * 16)
      return () => {
        for (let i = 0; i < 100; i++) pattern.settledUntil(text, text.length - 100)
      }
    },
  })
})

test('words are compiled and JSON is read in linear time', async () => {
  const validate = compileSchema(
    { items: { anyOf: [{ type: 'string' }, { required: ['a'] }] }, uniqueItems: true },
    { patterns: new PatternBudget(), refuse: (path, reason) => Promise.reject(new Error(path + reason)) as never },
  )
  await expectLinear({
    'distinct words': (n) => {
      const words = Array.from({ length: Math.min(n, 1_000) }, (_, i) => `word ${i * 7919}`)
      return () => compileWords(words)
    },
    'a list of objects': (n) => {
      const value = Array.from({ length: Math.min(n, 20_000) }, (_, i) => ({ a: i }))
      return () => validate(value)
    },
    ...onTexts(findJson),
  })
})
