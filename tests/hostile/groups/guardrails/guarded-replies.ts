/** Responses with a text that a guardrail denies or removes, in bodies that are hard to read. */

import type { Case, Expected, Play, Text } from '../../case.ts'
import { guarded, NO_WORD, WORD } from './guardrail-case.ts'

const REDACT = { 'default.regexReplace': { rule: WORD, redactText: '[gone]' } }

const KEPT_BACK: Expected = { status: 446, upstreamContacted: true, hides: WORD }

export function guardedReplyCases(): Case[] {
  const bodies: readonly (readonly [string, string, string])[] = [
    ['the word', reply({ content: WORD }), 'application/json'],
    ['another content type', reply({ content: WORD }), 'text/plain'],
    ['no content type', reply({ content: WORD }), ''],
    ['HTML', `<p>${WORD}</p>`, 'text/html'],
    ['cut JSON', `{"choices":[{"message":{"content":"${WORD}`, 'application/json'],
    ['a list', `["${WORD}"]`, 'application/json'],
    ['two documents', `{}{"a":"${WORD}"}`, 'application/json'],
    ['a byte order mark', `\ufeff${reply({ content: WORD })}`, 'application/json'],
    ['no choices', `{"answer":"${WORD}"}`, 'application/json'],
    ['a thousand levels', `{"choices":[],"a":${'['.repeat(1000)}"${WORD}"${']'.repeat(1000)}}`, 'application/json'],
    ['lines of JSON', `${reply({ content: 'a' })}\n${reply({ content: WORD })}`, 'application/x-ndjson'],
    ['an unknown stream', `data: {"x":"${WORD}"}\n\n`, 'text/event-stream'],
  ]
  const twice = whole(`{"choices":[{"message":{"content":"${WORD}"}}],"choices":[]}`, 'application/json')
  // Of duplicate members, the guardrail checks the last one, and only the last one is sent.
  const last = [NO_WORD, REDACT].map((guardrail, i) => ({
    ...denied(`a response with two lists of choices, ${i === 0 ? 'denied' : 'redacted'}`, guardrail, twice),
    expected: { ...KEPT_BACK, status: 200 },
  }))
  const cases = bodies.flatMap(([what, body, type]) => [
    denied(`a response with ${what}, denied`, NO_WORD, whole(body, type)),
    ...(what === 'the word' || what === 'an unknown stream'
      ? []
      : [denied(`a response with ${what}, redacted`, REDACT, whole(body, type))]),
  ])
  return [...cases, ...last]
}

function reply(message: object): string {
  return JSON.stringify({ id: 'c', object: 'chat.completion', model: 'm', choices: [{ index: 0, message }] })
}

function denied(name: string, guardrail: object, upstream: Play): Case {
  return { name, config: guarded({ output_guardrails: [guardrail] }), upstream, expected: KEPT_BACK }
}

function whole(body: string, type: string): Play {
  const head: Text = `HTTP/1.1 200 OK\r\n${type === '' ? '' : `content-type: ${type}\r\n`}`
  return { sends: [head, `content-length: ${Buffer.byteLength(body)}\r\n\r\n`, body] }
}
