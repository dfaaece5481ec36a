import { expect, test } from 'bun:test'
import type { CheckServices, ServiceRequest } from '../check.ts'
import { compilePresidio, presidioParameters } from './presidio.ts'
import { inputOf, jsonResponse, NEVER } from './test-input.ts'

/** A stand-in for the analyzer: finds words, and counts code points as Python does. */
function analyzer(words: Readonly<Record<string, string>>, score = 0.85) {
  const requests: ServiceRequest[] = []
  const services: CheckServices = {
    infer: () => Promise.reject(new Error('not used')),
    resolves: () => Promise.reject(new Error('not used')),
    async fetch(request) {
      requests.push(request)
      const { text } = JSON.parse(Buffer.from(request.body!).toString()) as { text: string }
      const points = [...text]
      const rows = Object.entries(words).flatMap(([word, entity_type]) =>
        points.flatMap((_, start) => {
          const length = [...word].length
          const isFound = points.slice(start, start + length).join('') === word
          return isFound ? [{ start, end: start + length, score, entity_type, analysis_explanation: null }] : []
        }),
      )
      return jsonResponse(rows)
    },
  }
  return { services, requests }
}

function run(services: CheckServices, texts: readonly string[], more: object = {}) {
  const parameters = presidioParameters.parse({ analyzerURL: 'http://presidio:3000/analyze', ...more })
  return compilePresidio('default.presidio', parameters, { isTrusted: true }).run(inputOf(texts), services, NEVER)
}

/** The texts that the spans cover. */
function covered(texts: readonly string[], spans: ReadonlyMap<number, readonly { start: number; end: number }[]>) {
  return [...spans].map(([index, list]) => [index, list.map(({ start, end }) => texts[index]!.slice(start, end))])
}

test('spans are those of each text, also after characters outside of the BMP', async () => {
  const texts = ['😀😀 Ann and Bob', 'nothing', '👩‍👩‍👧 Bob'] as const
  const { services, requests } = analyzer({ Ann: 'PERSON', Bob: 'PERSON' })
  const { verdict, data, spans } = await run(services, texts, { entities: ['PERSON'] })
  expect([verdict, data]).toEqual([false, { entities: { PERSON: 3 } }])
  expect(covered(texts, spans!)).toEqual([
    [0, ['Ann', 'Bob']],
    [2, ['Bob']],
  ])
  expect(JSON.parse(Buffer.from(requests[0]!.body!).toString())).toEqual({
    text: texts.join('\n\n'),
    language: 'en',
    score_threshold: 0.5,
    entities: ['PERSON'],
  })
})

test('redact replaces by the type, tokenise by a placeholder', async () => {
  const { services } = analyzer({ Ann: 'PERSON' })
  const redacted = await run(services, ['Ann'], { action: 'redact' })
  const tokenised = await run(services, ['Ann'], { action: 'tokenise' })
  expect([redacted, tokenised].map(({ verdict, spans }) => [verdict, spans?.get(0)?.[0]?.action])).toEqual([
    [true, { kind: 'replace', text: '<PERSON>' }],
    [true, { kind: 'tokenise' }],
  ])
})

test('overlapping findings become one, and nothing that was found stays', async () => {
  const texts = ['call +1 555 0100 now'] as const
  const { services } = analyzer({ '+1 555': 'PHONE_NUMBER', '555 0100': 'US_SSN', '555': 'DATE_TIME' })
  const { spans } = await run(services, texts, { action: 'redact' })
  expect(covered(texts, spans!)).toEqual([[0, ['+1 555 0100']]])
})

test('findings below the threshold do not count', async () => {
  const { services } = analyzer({ Ann: 'PERSON' }, 0.4)
  expect(await run(services, ['Ann'])).toEqual({ verdict: true, data: { entities: {} }, spans: new Map() })
})

test.each<[string, unknown]>([
  ['an object', { error: 'no' }],
  ['a row without offsets', [{ entity_type: 'PERSON', score: 1 }]],
  ['offsets outside of the text', [{ entity_type: 'PERSON', score: 1, start: 0, end: 99 }]],
  ['negative offsets', [{ entity_type: 'PERSON', score: 1, start: -1, end: 2 }]],
  ['an empty span', [{ entity_type: 'PERSON', score: 1, start: 1, end: 1 }]],
])('%s is an error', async (_, reply) => {
  const services = { ...analyzer({}).services, fetch: async () => jsonResponse(reply) }
  await expect(run(services, ['Ann'])).rejects.toThrow('The Presidio analyzer returned')
})
