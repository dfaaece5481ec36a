import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readFilter, replaceTerm, toggleTerm } from './filter-language.ts'

test.each([
  ['status:5xx', { status_code: '5xx' }],
  ['status:429,5xx model:gpt-4o', { status_code: '429,5xx', ai_model: 'gpt-4o' }],
  ['cost:>0.01', { cost_min: '1.0000001' }],
  ['cost:<=2', { cost_max: '200' }],
  ['tokens:>1000 out:<10', { total_units_min: '1001', completion_token_max: '9' }],
  ['in:=5', { prompt_token_min: '5', prompt_token_max: '5' }],
  ['cache:hit', { cache_status: 'HIT,SEMANTIC HIT' }],
  ['cache:off source:external', { cache_status: 'DISABLED', source: 'external' }],
  ['meta._user:ada meta.region:"eu west"', { metadata: '{"_user":"ada","region":"eu west"}' }],
  ['user:ada', { metadata: '{"_user":"ada"}' }],
  [
    'trace:4b1 vk:openai-main config:pc-router prompt:greeting',
    {
      trace_id: '4b1',
      virtual_keys: 'openai-main',
      configs: 'pc-router',
      prompt_slug: 'greeting',
    },
  ],
  ['feedback:<0', { weighted_feedback_max: '-0.000001' }],
  ['  ', {}],
] as const)('%s asks for %j', (text, expected) => {
  const { terms, filters } = readFilter(text)
  expect(filters).toEqual(expected as Record<string, string>)
  expect(terms.filter((term) => term.problem !== null)).toEqual([])
})

test('a key is meant by its name', () => {
  expect(readFilter('key:checkout', new Map([['checkout', 'id-1']])).filters).toEqual({ api_key_ids: 'id-1' })
  expect(readFilter('key:id-9').filters).toEqual({ api_key_ids: 'id-9' })
})

test.each([
  ['provder:mock', 'unknown', 'provider:mock'],
  ['stauts:200', 'unknown', 'status:200'],
  ['metadata.x:1', 'unknown', null],
  ['hello', 'unknown', null],
  ['stat', 'unknown', 'status:'],
  ['status:many', 'invalid', null],
  ['cost:cheap', 'invalid', null],
  ['cache:maybe', 'invalid', null],
  ['status:', 'invalid', null],
  ['"free text"', 'unsupported', null],
  ['-provider:mock', 'unsupported', null],
  ['latency:>2s', 'unsupported', null],
  ['rescued:true', 'unsupported', null],
  ['prompt:greeting@3', 'unsupported', 'prompt:greeting'],
] as const)('%s is marked as %s and never asked for', (text, kind, instead) => {
  const { terms, filters } = readFilter(`${text} status:200`)
  expect(filters).toEqual({ status_code: '200' })
  expect(terms[0]?.problem).toMatchObject({ kind, instead })
})

test('facets and typing edit one text', () => {
  expect(toggleTerm('', 'status', '200')).toBe('status:200')
  expect(toggleTerm('status:200 model:a', 'status', '429')).toBe('status:200,429 model:a')
  expect(toggleTerm('status:200,429 model:a', 'status', '200')).toBe('status:429 model:a')
  expect(toggleTerm('status:200 model:a', 'status', '200')).toBe('model:a')
  expect(toggleTerm('', 'model', 'a b,c')).toBe('model:"a b,c"')
  expect(toggleTerm('user:ada', 'user', 'grace')).toBe('user:grace')
})

test('a wrong word is replaced where it stands', () => {
  const text = 'model:a provder:mock status:200'
  const term = readFilter(text).terms[1]
  expect(term && replaceTerm(text, term, 'provider:mock')).toBe('model:a provider:mock status:200')
})

test('whatever is typed, every character that is no space belongs to one term, and none is silently dropped', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { terms } = readFilter(text)
      let at = 0
      for (const term of terms) {
        expect(text.slice(at, term.start).trim()).toBe('')
        expect(text.slice(term.start, term.end)).toBe(term.text)
        at = term.end
      }
      expect(text.slice(at).trim()).toBe('')
    }),
  )
})
