/** Texts outside of a format: they are found, and changes of them are written back without moving anything else. */

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decodeCarried, encodeCarried } from '../../dialects/generate-content/carried-thinking.ts'
import { packReasoning, unpackReasoning } from '../../dialects/responses/carried-reasoning.ts'
import { partsOfRequest, partsOfResponse, replaceParts } from './conversation.ts'

const MARK = 'mark'

/** Removes the mark from every part that contains it. */
function without(
  body: object,
  of: typeof partsOfRequest,
  format: 'chat.completions' | 'responses' | 'gemini.generate',
) {
  const bytes = Buffer.from(JSON.stringify(body))
  const { parts } = of(format, JSON.parse(bytes.toString()))
  const changes = new Map<number, string>()
  for (const [i, { text }] of parts.entries()) if (text.includes(MARK)) changes.set(i, text.replaceAll(MARK, 'gone'))
  return Buffer.from(replaceParts(bytes, parts, changes)).toString()
}

/** Names of members that no format has, with characters that paths use. */
const name = fc.stringMatching(/^x[a-z.[\]%"\\ ]{0,6}$/)
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(MARK, `a ${MARK} b`, 'plain', 7, null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
})).value

describe('members that the format does not describe', () => {
  test('are all found and changed, at any depth and under any name', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 3 }), value, (members, inside) => {
        const message = { role: 'user', content: [{ type: 'text', text: 'hi', more: inside }], ...members }
        const body = { model: 'm', messages: [message], ...members }
        const changed = without(body, partsOfRequest, 'chat.completions')
        const plain = (text: string) => text.replaceAll(MARK, 'gone')
        expect(JSON.parse(changed)).toEqual(JSON.parse(plain(JSON.stringify(body))))
      }),
    )
  })

  test('of a response are found too, and what repeats the request is not', () => {
    const annotations = [{ type: 'url_citation', url_citation: { title: MARK, url: 'https://x.example' } }]
    const body = {
      choices: [{ message: { content: 'a', annotations } }],
      citations: [MARK],
      'x.y[0]': { 'a.b': MARK },
      usage: { note: MARK },
    }
    const changed = JSON.parse(without(body, partsOfResponse, 'chat.completions'))
    expect(changed).toEqual({
      choices: [
        {
          message: {
            content: 'a',
            annotations: [{ ...annotations[0], url_citation: { title: 'gone', url: 'https://x.example' } }],
          },
        },
      ],
      citations: ['gone'],
      'x.y[0]': { 'a.b': 'gone' },
      usage: { note: MARK },
    })
  })

  test('nested too deep cannot be read', () => {
    let deep: unknown = MARK
    for (let i = 0; i < 10_000; i++) deep = [deep]
    expect(partsOfResponse('chat.completions', { choices: [], deep } as never).unreadable).toContain('nested')
  })
})

describe('reasoning that the gateway carries through the caller', () => {
  const details = [{ type: 'reasoning.text', text: `a ${MARK}`, signature: `${MARK}=` }]

  test.each([
    ['request', partsOfRequest, 'input'],
    ['response', partsOfResponse, 'output'],
  ] as const)('is read and changed in a %s of Responses', (_, of, list) => {
    const text = packReasoning({ details, blocks: [{ type: 'text', text: MARK }], calls: {}, isNamedReasoning: false })
    const item = { type: 'reasoning', id: 'r', summary: [], encrypted_content: text }
    const changed = JSON.parse(without({ model: 'm', [list]: [item] }, of, 'responses'))
    expect(unpackReasoning(changed[list][0].encrypted_content)).toMatchObject({
      details: [{ ...details[0], text: 'a gone' }],
      blocks: [{ type: 'text', text: 'gone' }],
    })
  })

  test.each([
    ['request', partsOfRequest, 'contents'],
    ['response', partsOfResponse, 'candidates'],
  ] as const)('is read and changed in a %s of Gemini', (_, of, list) => {
    const thoughtSignature = encodeCarried({ reasoning: MARK, google: `${MARK}=` })
    const content = { role: 'model', parts: [{ text: 'a', thoughtSignature }] }
    const body = { [list]: [list === 'contents' ? content : { content }] }
    const changed = JSON.parse(without(body, of, 'gemini.generate'))
    const { parts } = changed[list][0].content ?? changed[list][0]
    expect(decodeCarried(parts[0].thoughtSignature)).toMatchObject({ reasoning: 'gone', google: `${MARK}=` })
  })
})

describe('files', () => {
  const files: readonly (readonly [string, string, string])[] = [
    ['UTF-8', `data:application/x-thing;base64,${btoa(MARK)}`, `data:application/x-thing;base64,${btoa('gone')}`],
    ['percent-encoded', `data:text/plain,${MARK}%20x`, `data:text/plain;base64,${btoa('gone x')}`],
    [
      'UTF-16',
      `data:text/plain;charset=utf-16le;base64,${Buffer.from(MARK, 'utf16le').toString('base64')}`,
      `data:text/plain;base64,${btoa('gone')}`,
    ],
    ['without a data URL', btoa(`the ${MARK}`), btoa('the gone')],
  ]
  test.each(files)('of text are changed: %s', (_, given, expected) => {
    const body = (data: string) => ({
      messages: [{ role: 'user', content: [{ type: 'file', file: { file_data: data } }] }],
    })
    expect(JSON.parse(without(body(given), partsOfRequest, 'chat.completions'))).toEqual(body(expected))
  })

  test('of images, audio and other binary formats are no text', () => {
    const bytes = Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 7919) % 251)).toString('base64')
    const content = [
      { type: 'image_url', image_url: { url: `data:image/png;base64,${bytes}`, detail: 'low' } },
      { type: 'input_audio', input_audio: { data: bytes, format: 'wav' } },
      { type: 'file', file: { file_data: `data:application/zip;base64,${bytes}`, file_id: 'f' } },
    ]
    expect(partsOfRequest('chat.completions', { messages: [{ role: 'user', content }] }).parts).toEqual([])
  })

  test('with an unknown charset cannot be read', () => {
    const file = { file_data: `data:text/plain;charset=utf-7;base64,${btoa(MARK)}` }
    const body = { messages: [{ role: 'user', content: [{ type: 'file', file }] }] }
    expect(partsOfRequest('chat.completions', body as never).unreadable).toContain('charset')
  })
})
