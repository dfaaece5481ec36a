import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { checkRecording } from './check-recording.ts'
import type { JsonObject } from './facts.ts'
import type { FormatName } from './formats.ts'
import { SAMPLES } from './samples.ts'
import { typeMismatches } from './wire-types.ts'

const GEMINI_FIXTURES = new URL('../../../server/src/dialects/gemini/fixtures/', import.meta.url)

const lines = (events: readonly JsonObject[]) => events.map((event) => JSON.stringify(event)).join('\n')

test.each(Object.entries(SAMPLES))('%s: the sample has its types, also after every translation', (format, sample) => {
  expect(checkRecording(JSON.stringify(sample.response), false)).toMatchObject({ format, losses: [] })
  expect(checkRecording(lines(sample.events), true)).toMatchObject({ format, losses: [] })
})

test.each(readdirSync(GEMINI_FIXTURES))('the recorded Gemini response and stream %s have their types', (name) => {
  const { response, events } = JSON.parse(readFileSync(new URL(name, GEMINI_FIXTURES), 'utf8'))
  expect(typeMismatches('gemini', response, false)).toEqual([])
  for (const event of events) expect(typeMismatches('gemini', event, true)).toEqual([])
})

test.each<[FormatName, JsonObject, string]>([
  ['chat', { id: 7 }, 'id is 7, expected '],
  ['chat', { choices: {} }, 'choices is an object, expected '],
  ['responses', { output: [{ id: 'm', type: 'message', role: 'assistant' }] }, 'output[0].status is missing'],
  ['anthropic', { content: 'Hi' }, 'content is "Hi", expected ResponseBlock[]'],
  ['anthropic', { content: [{ type: 'text', text: 1 }] }, 'content[0].text is 1, expected string'],
  ['gemini', { usageMetadata: { totalTokenCount: '7' } }, 'usageMetadata.totalTokenCount is "7", expected number'],
  ['cohere', { message: [] }, 'message is a list, expected '],
  ['converse', { usage: null }, 'usage is null, expected '],
])('%s: reports a member of another type: %o', (format, change, mismatch) => {
  const found = typeMismatches(format, { ...SAMPLES[format].response, ...change }, false)
  expect(found.some((text) => text.startsWith(mismatch))).toBe(true)
})

test('accepts unknown members and unknown types of blocks and events', () => {
  const block = { type: 'hologram', depth: 3 }
  const { response } = SAMPLES.anthropic
  expect(typeMismatches('anthropic', { ...response, content: [block], added_later: true }, false)).toEqual([])
  expect(typeMismatches('anthropic', { type: 'added_later' }, true)).toEqual([])
})

test('reports a stream event of another type', () => {
  const delta = { contentBlockDelta: { contentBlockIndex: '0', delta: { text: 'Hi' } } }
  expect(typeMismatches('converse', delta, true)).toEqual([
    'contentBlockDelta.contentBlockIndex is "0", expected number',
  ])
})
