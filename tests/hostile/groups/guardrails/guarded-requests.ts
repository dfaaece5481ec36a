/** Requests with a text that a guardrail denies, hidden in every way that some provider would still read. */

import type { Case, HeaderLine } from '../../case.ts'
import { FORWARDED, refused } from '../outcomes.ts'
import { DENIED, guarded, NO_WORD, WORD } from './guardrail-case.ts'

export function guardedRequestCases(): Case[] {
  return [...escapes(), ...members(), ...types(), ...files(), ...carriers(), ...heads(), ...paths(), ...harmless()]
}

const CONFIG = guarded({ input_guardrails: [NO_WORD] })

function request(name: string, body: string, expected = DENIED, path = '/v1/chat/completions'): Case {
  return { name: `a request with ${name}`, path, config: CONFIG, body, expected }
}

const json = (value: unknown) => JSON.stringify({ model: 'm', ...(value as object) })
const said = (content: unknown) => json({ messages: [{ role: 'user', content }] })
const hi = { role: 'user', content: 'hi' }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const escaped = [...WORD].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

function escapes(): Case[] {
  const args = JSON.stringify(`{"a":"${escaped}"}`)
  return [
    request('the word', said(`the ${WORD} flies`)),
    request('the word in escapes', `{"model":"m","messages":[{"role":"user","content":"${escaped}"}]}`),
    request('an escaped name of a member', `{"model":"m","messages":[{"role":"user","cont\\u0065nt":"${WORD}"}]}`),
    request(
      'arguments with escapes',
      `{"model":"m","messages":[{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${args}}}]}]}`,
    ),
    request(
      'a result with JSON in JSON',
      json({ messages: [{ role: 'tool', tool_call_id: 'c', content: `{"a":"{\\"b\\":\\"${escaped}\\"}"}` }] }),
    ),
    request('two members of one name', `{"model":"m","messages":[{"role":"user","content":"${WORD}"}],"messages":[]}`, {
      ...refused('duplicate_member', 'messages'),
      hides: WORD,
    }),
    request('two names that are one', `{"model":"m","messages":[],"m\\u0065ssages":[]}`, refused('duplicate_member')),
  ]
}

/** Members that some provider or the gateway's translation reads. */
function members(): Case[] {
  const extra = [
    'prompt',
    'input',
    'system',
    'Messages',
    'instructions',
    'context',
    'preamble',
    'documents',
    '__proto__',
  ]
  const ofMessage = ['name', 'text', 'Content', 'reasoning', 'reasoning_content', 'parts', 'refusal', 'constructor', '']
  return [
    ...extra.map((name) =>
      request(`a member ${JSON.stringify(name)}`, `{"model":"m","messages":[],${JSON.stringify(name)}:"${WORD}"}`),
    ),
    ...ofMessage.map((name) =>
      request(
        `a member ${JSON.stringify(name)} of a message`,
        `{"model":"m","messages":[{"role":"user","content":"a",${JSON.stringify(name)}:"${WORD}"}]}`,
      ),
    ),
    request('a name with dots and brackets', json({ messages: [hi], 'a.b[0]%': { 'c.d': WORD } })),
    request('the word as the name of a member', json({ messages: [hi], options: { [WORD]: 1 } })),
    request('the word 60 levels deep', `{"model":"m","x":${'['.repeat(60)}"${WORD}"${']'.repeat(60)}}`),
  ]
}

function types(): Case[] {
  const contents: readonly (readonly [string, unknown])[] = [
    ['a list in a list', [[{ type: 'text', text: WORD }]]],
    ['a text that is a list', [{ type: 'text', text: [WORD] }]],
    ['a text that is an object', [{ type: 'text', text: { value: WORD } }]],
    ['a block without a type', [{ text: WORD }]],
    ['a block of an unknown type', [{ type: 'x', x: { y: WORD } }]],
    ['a block with two kinds', [{ type: 'text', text: WORD, file: {} }]],
    ['an image with a text', [{ type: 'image_url', image_url: { url: 'https://x.example' }, text: WORD }]],
    ['a type that is a list', [{ type: ['text'], text: WORD }]],
    ['a text as a block', [WORD]],
    ['an object', { text: WORD }],
  ]
  return [
    ...contents.map(([what, content]) => request(`content: ${what}`, said(content))),
    request('messages that are a text', json({ messages: WORD })),
    request('messages that are texts', json({ messages: [WORD] })),
    request('messages that are an object', json({ messages: { a: { content: WORD } } })),
    request('token ids', json({ prompt: [1, 2, 3] }), DENIED, '/v1/completions'),
    request('lists of token ids', json({ input: [[1], [2]] }), DENIED, '/v1/embeddings'),
    request('an input that is an object', json({ input: { a: WORD } }), DENIED, '/v1/embeddings'),
  ]
}

function files(): Case[] {
  const urls: readonly (readonly [string, string])[] = [
    ['a plain text', `data:text/plain;base64,${base64(WORD)}`],
    ['a type in upper case', `DATA:TEXT/PLAIN;BASE64,${base64(WORD)}`],
    ['no type', `data:;base64,${base64(WORD)}`],
    ['an unknown type', `data:application/x-anything;base64,${base64(WORD)}`],
    ['ten parameters', `data:text/plain${';a=b'.repeat(10)};base64,${base64(WORD)}`],
    ['percent signs', `data:text/plain,${WORD.replace('-', '%2D')}`],
    ['no data URL', base64(`the ${WORD} flies`)],
    ['base64 with line breaks', `data:text/plain;base64,${base64(WORD).replace(/(.{4})/g, '$1\r\n')}`],
    ['URL-safe base64', `data:text/plain;base64,${Buffer.from(`?>~ ${WORD}`).toString('base64url')}`],
    ['UTF-16', `data:text/plain;charset=utf-16le;base64,${Buffer.from(WORD, 'utf16le').toString('base64')}`],
    ['UTF-7', `data:text/plain;charset=utf-7;base64,${base64('+AHoAZQBiAHIAYQ-')}`],
    ['an SVG image', `data:image/svg+xml;base64,${base64(`<svg><text>${WORD}</text></svg>`)}`],
  ]
  return urls.map(([what, url]) => request(`a file: ${what}`, said([{ type: 'file', file: { file_data: url } }])))
}

/** Encoded members that the gateway decodes itself, and that callers can forge. */
function carriers(): Case[] {
  const packed = `gatehouse.1.${base64(JSON.stringify({ details: [{ type: 'reasoning.text', text: WORD }] }))}`
  const signature = base64(`gatehouse:${JSON.stringify({ reasoning: WORD })}`)
  const part = { text: 'a', thoughtSignature: signature }
  return [
    request(
      'reasoning in encrypted_content',
      json({ input: [{ type: 'reasoning', summary: [], encrypted_content: packed }, hi] }),
      DENIED,
      '/v1/responses',
    ),
    request(
      'reasoning in a thoughtSignature',
      JSON.stringify({ contents: [{ role: 'model', parts: [part] }, { parts: [{ text: 'b' }] }] }),
      DENIED,
      '/v1beta/models/m:generateContent',
    ),
  ]
}

function heads(): Case[] {
  const types = ['utf-7', 'utf-16', 'utf-32', 'cp1252', 'ebcdic', 'UTF-8; charset=utf-7']
  const header = (value: string): HeaderLine => ['content-type', `application/json; charset=${value}`]
  return types.map((charset) => ({
    ...request(`the charset ${charset}`, said('hi')),
    headers: [header(charset)],
  }))
}

/** Pass-through paths whose format differs from what their last segment suggests, or is unknown. */
function paths(): Case[] {
  const known = ['/v1/proxy/threads/t/messages', '/v1/proxy/a/b/chat/completions', '/v1/proxy/x/responses']
  const uncovered = refused('guardrail_uncovered')
  const unknown = [
    '/v1/proxy/chat/completions/',
    '/v1/proxy/chat/completions/c-1',
    '/v1/proxy/threads',
    '/v1/proxy/CHAT/COMPLETIONS',
    '/v1/proxy/chat%2Fcompletions',
    '/v1/batches',
  ]
  return [
    ...known.map((path) => request(`another format at ${path}`, json({ role: 'user', content: WORD }), DENIED, path)),
    ...unknown.map((path) => request(`a body at ${path}`, said(WORD), uncovered, path)),
  ]
}

/** The same members without the word, or where a model does not see it. */
function harmless(): Case[] {
  return [
    request('nothing to deny', said('the zebra and the falcon'), FORWARDED),
    request('the word in an id', json({ messages: [{ ...hi, id: WORD }] }), FORWARDED),
    request('the word in the name of the user', json({ messages: [hi], user: WORD }), FORWARDED),
    request(
      'an image',
      said([{ type: 'image_url', image_url: { url: `data:image/png;base64,${'iVBORw0KGgo'.repeat(9)}` } }]),
      FORWARDED,
    ),
  ]
}
