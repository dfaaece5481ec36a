import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { GatewayError } from '../../core/errors.ts'
import { decodeCarried, encodeCarried, isCarried } from './carried-thinking.ts'
import { nativeChange } from './native-change.ts'
import { toChat } from './request.ts'

type Json = Record<string, unknown>

const user = (...parts: Json[]): Json => ({ role: 'user', parts })
const model = (...parts: Json[]): Json => ({ role: 'model', parts })
const ask = (contents: unknown, rest: Json = {}): Json => ({ model: 'm', contents, ...rest })
const messagesOf = (...contents: Json[]): unknown => toChat(ask(contents)).messages
const HI = user({ text: 'hi' })

describe('contents', () => {
  test('texts, images, audio, files and documents become parts', () => {
    const data = Buffer.from('äh').toString('base64')
    const parts = [
      { text: 'See:' },
      { inlineData: { mimeType: 'image/png', data: '_-8=' } },
      { inline_data: { mime_type: 'audio/mpeg', data: 'AA==' } },
      { inlineData: { mimeType: 'application/pdf', data: 'AA==', displayName: 'a.pdf' } },
      { inlineData: { mimeType: 'text/plain; charset=utf-8', data } },
      { fileData: { mimeType: 'image/jpeg', fileUri: 'https://example.com/a.jpg' } },
      { file_data: { mime_type: 'application/pdf', file_uri: 'https://example.com/a.pdf' } },
    ]
    expect(messagesOf(user(...parts))).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,/+8=' } },
          { type: 'input_audio', input_audio: { data: 'AA==', format: 'mp3' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' } },
          { type: 'text', text: 'äh' },
          { type: 'image_url', image_url: { url: 'https://example.com/a.jpg' } },
          { type: 'file', file: { file_url: 'https://example.com/a.pdf' } },
        ],
      },
    ])
  })

  test('results find their calls by id, and without ids by name and order', () => {
    const calls = model(
      { functionCall: { name: 'f', args: { i: 1 } } },
      { functionCall: { name: 'g' } },
      { functionCall: { name: 'f', args: { i: 2 } } },
      { functionCall: { id: 'own', name: 'f', args: { i: 3 } } },
    )
    const result = (name: string, output: string, id?: string) => ({
      functionResponse: { name, response: { output }, ...(id && { id }) },
    })
    const results = user(result('f', 'third', 'own'), result('f', 'first'), result('g', 'g'), result('f', 'second'))
    const messages = messagesOf(HI, calls, results) as Json[]
    const ids = (messages[1]!['tool_calls'] as { id: string }[]).map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    expect(messages.slice(2).map((message) => [message['tool_call_id'], message['content']])).toEqual([
      [ids[3], 'third'],
      [ids[0], 'first'],
      [ids[1], 'g'],
      [ids[2], 'second'],
    ])
  })

  test.each([
    [{ output: 'x' }, 'x', undefined],
    [{ result: { a: 1 } }, '{"a":1}', undefined],
    [{ name: 'f', content: 'x' }, 'x', undefined],
    [{ error: 'bad' }, 'bad', true],
    [{ a: 1, b: 2 }, '{"a":1,"b":2}', undefined],
    [{ city: 'Oslo' }, '{"city":"Oslo"}', undefined],
    [{}, '{}', undefined],
  ])('the result %j has the text %j', (response, content, isError) => {
    const messages = messagesOf(
      HI,
      model({ functionCall: { id: 'c', name: 'f' } }),
      user({ functionResponse: { id: 'c', name: 'f', response } }),
    ) as Json[]
    expect([messages[2]?.['content'], messages[2]?.['is_error']]).toEqual([content, isError])
  })

  test('images of a result follow it', () => {
    const image = { inlineData: { mimeType: 'image/png', data: 'AA==' } }
    const result = { id: 'c', name: 'f', response: { output: 'see' }, parts: [image] }
    const messages = messagesOf(HI, model({ functionCall: { id: 'c', name: 'f' } }), user({ functionResponse: result }))
    expect((messages as Json[]).slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'c', content: 'see' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Attached to the result of tool call c:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
        ],
      },
    ])
  })

  test.each([
    ['no contents', ask([])],
    ['a result without a call', ask([HI, user({ functionResponse: { name: 'f', response: {} } })])],
    [
      'a second result',
      ask([model({ functionCall: { name: 'f' } }), user(...[1, 2].map(() => ({ functionResponse: { name: 'f' } })))]),
    ],
    [
      'a file of Google',
      ask([user({ fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/x' } })]),
    ],
    ['a bucket of Google', ask([user({ fileData: { fileUri: 'gs://bucket/x' } })])],
    ['an unknown part', ask([user({ hologram: {} })])],
    ['an unknown role', ask([{ role: 'system', parts: [] }])],
    ['a cache', ask([HI], { cached_content: 'cachedContents/x' })],
    ['audio output', ask([HI], { generationConfig: { responseModalities: ['AUDIO'] } })],
    [
      'an unknown mode',
      ask([HI], {
        tools: [{ functionDeclarations: [{ name: 'f' }] }],
        toolConfig: { functionCallingConfig: { mode: 'X' } },
      }),
    ],
  ])('%s is refused', (_name, body) => {
    expect(() => toChat(body)).toThrow(GatewayError)
  })
})

describe('the rest of the request', () => {
  test('generation settings, in both spellings', () => {
    const config = { maxOutputTokens: 5, top_p: 0.5, topK: 4, stopSequences: ['END'], candidate_count: 2, seed: 7 }
    expect(
      toChat(ask([HI], { generation_config: config, system_instruction: { parts: [{ text: 'a' }, { text: 'b' }] } })),
    ).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'a\nb' },
        { role: 'user', content: 'hi' },
      ],
      max_completion_tokens: 5,
      top_p: 0.5,
      top_k: 4,
      n: 2,
      seed: 7,
      stop: ['END'],
    })
  })

  test.each([
    [{ thinkingBudget: 0 }, { thinking: { type: 'disabled' } }],
    [{ thinkingBudget: 8_192, includeThoughts: true }, { thinking: { type: 'enabled', budget_tokens: 8_192 } }],
    [{ thinkingBudget: -1 }, {}],
    [{ thinkingLevel: 'HIGH' }, { reasoning_effort: 'high' }],
    [{ includeThoughts: true }, {}],
  ])('thinkingConfig %j', (thinkingConfig, expected) => {
    const { model: _model, messages: _messages, ...rest } = toChat(ask([HI], { generationConfig: { thinkingConfig } }))
    expect(rest).toEqual(expected as never)
  })

  test('schemas become JSON schemas; closed ones are strict', () => {
    const responseSchema = {
      type: 'OBJECT',
      properties: {
        a: { type: 'STRING', nullable: true, maxLength: '5' },
        b: { type: 'ARRAY', items: { type: 'INTEGER' } },
      },
      required: ['a', 'b'],
      propertyOrdering: ['a', 'b'],
    }
    const { response_format: format } = toChat(ask([HI], { generationConfig: { responseSchema } }))
    expect(format).toEqual({
      type: 'json_schema',
      json_schema: {
        name: 'answer',
        strict: true,
        schema: {
          type: 'object',
          properties: {
            a: { type: ['string', 'null'], maxLength: 5 },
            b: { type: 'array', items: { type: 'integer' } },
          },
          required: ['a', 'b'],
          additionalProperties: false,
        },
      },
    })
    const json = toChat(ask([HI], { generationConfig: { responseMimeType: 'application/json' } }))
    expect(json.response_format).toEqual({ type: 'json_object' })
  })

  test.each([
    [undefined, ['f', 'g'], undefined],
    [{ mode: 'AUTO' }, ['f', 'g'], 'auto'],
    [{ mode: 'NONE' }, ['f', 'g'], 'none'],
    [{ mode: 'ANY' }, ['f', 'g'], 'required'],
    [{ mode: 'ANY', allowedFunctionNames: ['g'] }, ['g'], { type: 'function', function: { name: 'g' } }],
    [{ mode: 'VALIDATED', allowed_function_names: ['g'] }, ['g'], undefined],
  ])('functionCallingConfig %j', (functionCallingConfig, names, choice) => {
    const functionDeclarations = [{ name: 'f', parameters: { type: 'OBJECT', properties: {} } }, { name: 'g' }]
    const body = { tools: [{ functionDeclarations }], toolConfig: { functionCallingConfig } }
    const chat = toChat(ask([HI], body))
    expect([
      (chat.tools as unknown as { function: Json }[]).map((tool) => tool.function['name']),
      chat.tool_choice,
    ]).toEqual([names, choice as never])
  })

  test('what a provider lacks is left out with a warning; its web search replaces Google’s', () => {
    const warnings: string[] = []
    const body = ask([HI], { tools: [{ googleSearch: {} }, { codeExecution: {} }], safetySettings: [], labels: {} })
    const context = { provider: 'p', webSearch: null, warn: (text: string) => void warnings.push(text) }
    expect(toChat(body, context).web_search_options).toBeUndefined()
    expect(warnings).toEqual([
      'Left out members that p does not have: safetySettings, labels, tools[0].googleSearch, tools[1].codeExecution.',
    ])
    const searching = { ...context, webSearch: { withFunctions: true, byDomain: true } }
    expect(toChat(body, searching).web_search_options).toEqual({})
    expect(warnings[1]).not.toContain('googleSearch')
  })
})

describe('carried thinking', () => {
  test('comes back unchanged, also through clients that encode bytes in another alphabet', () => {
    const detail = fc.record({
      type: fc.constant('thinking' as const),
      text: fc.string({ unit: 'grapheme' }),
      signature: fc.base64String(),
      format: fc.constant('anthropic-claude-v1'),
    })
    fc.assert(
      fc.property(fc.array(detail, { minLength: 1 }), fc.string(), fc.base64String(), (details, reasoning, google) => {
        const signature = encodeCarried({ details, reasoning, google })
        const again = Buffer.from(signature, 'base64').toString('base64url')
        for (const text of [signature, again]) {
          expect(isCarried(text)).toBe(true)
          expect(decodeCarried(text)).toEqual({ details, reasoning, google })
        }
      }),
    )
  })

  test('a signature of Google stays with its call, a broken one of ours carries nothing', () => {
    expect(encodeCarried({ google: 'R29v' })).toBe('R29v')
    expect(decodeCarried('R29v')).toEqual({ google: 'R29v' })
    expect(decodeCarried(Buffer.from('gatehouse:{"det').toString('base64'))).toEqual({})
  })

  test('a call brings its thinking back, and the thoughts themselves are not needed', () => {
    const details = [{ type: 'thinking' as const, text: 't', signature: 's', format: 'anthropic-claude-v1' }]
    const call = { functionCall: { id: 'c', name: 'f', args: {} }, thoughtSignature: encodeCarried({ details }) }
    expect((messagesOf(HI, model({ text: 'shown', thought: true }, call)) as Json[])[1]).toEqual({
      role: 'assistant',
      content: null,
      reasoning_content: 't',
      reasoning_details: details,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    })
    expect((messagesOf(HI, model({ text: 'hm', thought: true }, { text: 'x' })) as Json[])[1]).toEqual({
      role: 'assistant',
      content: 'x',
    })
  })

  test('Google gets neither our signatures nor, on Vertex AI, ids', () => {
    const ours = encodeCarried({ reasoning: 't' })
    const contents = [HI, model({ functionCall: { id: 'c', name: 'f' }, thoughtSignature: ours })]
    const changed = (acceptsIds: boolean, name: string) =>
      nativeChange({ endpoint: 'gemini.generate', model: name, body: { contents } }, acceptsIds)?.set.get('contents')
    expect(changed(true, 'gemini-2.5-pro')).toEqual([HI, model({ functionCall: { id: 'c', name: 'f' } })])
    expect(changed(false, 'gemini-3-pro')).toEqual([
      HI,
      model({ functionCall: { name: 'f' }, thoughtSignature: 'skip_thought_signature_validator' }),
    ])
    const own = { contents: [HI, model({ text: 'x', thoughtSignature: 'R29v' })] }
    expect(nativeChange({ endpoint: 'gemini.generate', model: 'g', body: own }, false)).toBeNull()
    expect(nativeChange({ endpoint: 'chat.completions', model: 'g', body: { contents } }, false)).toBeNull()
  })

  test('Google gets neither of them in a nested request whose tokens it counts', () => {
    const ours = encodeCarried({ reasoning: 't' })
    const contents = [HI, model({ functionCall: { id: 'c', name: 'f' }, thoughtSignature: ours })]
    const changed = (body: Json, acceptsIds: boolean) =>
      nativeChange({ endpoint: 'gemini.count', model: 'gemini-2.5-pro', body }, acceptsIds)
    const request = { model: 'models/gemini-2.5-pro', contents }
    for (const name of ['generateContentRequest', 'generate_content_request']) {
      expect(changed({ [name]: request }, true)?.set).toEqual(
        new Map([[name, { ...request, contents: [HI, model({ functionCall: { id: 'c', name: 'f' } })] }]]),
      )
      expect(changed({ [name]: { contents } }, false)?.set).toEqual(
        new Map([[name, { ...request, contents: [HI, model({ functionCall: { name: 'f' } })] }]]),
      )
      expect(changed({ [name]: { ...request, contents: [HI] } }, false)).toBeNull()
    }
  })
})
