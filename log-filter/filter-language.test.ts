import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readFilter, replaceTerm, takeSince, toggleTerm } from './filter-language.ts'

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
  ['latency:>2s', { response_time_min: '2000.001' }],
  ['latency:<=500 latency:>=1.5m', { response_time_max: '500', response_time_min: '90000' }],
  ['attempts:>1', { attempt_count_min: '2' }],
  ['rescued:true breaker:open', { rescued: 'true', circuit_skip: 'true' }],
  ['-rescued:true -breaker:closed', { rescued: 'false', circuit_skip: 'true' }],
  [
    '-status:5xx -status:429 -model:a,b status:4xx',
    { not_status_code: '5xx,429', not_ai_model: 'a,b', status_code: '4xx' },
  ],
  ['-user:ada -meta.region:eu user:bo', { not_metadata: '{"_user":"ada","region":"eu"}', metadata: '{"_user":"bo"}' }],
  ['-cache:hit', { not_cache_status: 'HIT,SEMANTIC HIT' }],
  ['prompt:greeting@3', { prompt_slug: 'greeting@3' }],
  ['guardrail:pii guardrail.verdict:denied,would_deny', { guardrail: 'pii', guardrail_verdict: 'denied,would_deny' }],
  ['-guardrail.verdict:passed', { not_guardrail_verdict: 'passed' }],
  ['"two  words"', { text: 'two  words' }],
  ['text:word', { text: 'word' }],
  ['  ', {}],
] as const)('%s is parsed as %j', (text, expected) => {
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
  ['hello', 'unknown', '"hello"'],
  ['-provder:mock', 'unknown', '-provider:mock'],
  ['stat', 'unknown', 'status:'],
  ['status:many', 'invalid', null],
  ['cost:cheap', 'invalid', null],
  ['cache:maybe', 'invalid', null],
  ['status:', 'invalid', null],
  ['""', 'invalid', null],
  ['-"free text"', 'invalid', null],
  ['-cost:>1', 'invalid', 'cost:<=1'],
  ['latency:>2h', 'invalid', null],
  ['cost:>2s', 'invalid', null],
  ['rescued:maybe', 'invalid', null],
  ['rescued:true,false', 'invalid', null],
] as const)('%s is marked as %s and not sent to the API', (text, kind, instead) => {
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

test('only one text search applies, and a negated value is not shown as selected', () => {
  const { terms, filters } = readFilter('"one" "two" -status:200')
  expect(filters).toEqual({ text: 'one', not_status_code: '200' })
  expect(terms.map((term) => term.problem?.kind ?? null)).toEqual([null, 'invalid', null])
  expect(toggleTerm('-status:200', 'status', '429')).toBe('-status:200 status:429')
})

test('a misspelled word is replaced in place', () => {
  const text = 'model:a provder:mock status:200'
  const term = readFilter(text).terms[1]
  expect(term && replaceTerm(text, term, 'provider:mock')).toBe('model:a provider:mock status:200')
})

test('every character except spaces belongs to one term, and no term is silently dropped', () => {
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

test('a valid since: term becomes the range and is removed from the text; an invalid one stays and is reported', () => {
  expect(takeSince('status:5xx since:7d user:ada')).toEqual({ text: 'status:5xx user:ada', range: '7d' })
  expect(takeSince('status:5xx')).toEqual({ text: 'status:5xx', range: null })
  expect(takeSince('since:soon')).toEqual({ text: 'since:soon', range: null })
  expect(readFilter('since:soon').terms[0]?.problem?.kind).toBe('invalid')
  expect(readFilter('since:24h').filters).toEqual({})
})
