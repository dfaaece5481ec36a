/** Event streams, broken in every way. */

import { type Case, COMPLETION, type Expected, type Play } from '../../case.ts'
import { answered, whole } from './upstream-case.ts'

export function upstreamStreamCases(): Case[] {
  return [...streams()]
}

function streams(): Case[] {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
  const event = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n'
  const body = '{"model":"m","stream":true,"messages":[]}'
  const streamed = (
    name: string,
    parts: readonly string[],
    more: Partial<Play> = {},
    expected: Partial<Expected> = {},
  ): Case =>
    answered(
      `stream: ${name}`,
      { sends: [head, ...parts.map(chunk), '0\r\n\r\n'], ...more },
      { status: 200, body: parts.join(''), ...expected },
      { body },
    )
  const cut = (name: string, parts: readonly string[], ending: 'close' | 'reset'): Case =>
    answered(
      `stream: ${name}`,
      { sends: [head, ...parts.map(chunk)], ending },
      { status: [200, 502], isCut: true },
      { body },
    )
  const retrying =
    '{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"k","retry":{"attempts":1,"on_status_codes":[418]}}'
  return [
    streamed('a plain one', [event, 'data: [DONE]\n\n']),
    streamed('CR only', [event.replaceAll('\n', '\r'), 'data: [DONE]\r\r']),
    streamed('CR LF', [event.replaceAll('\n', '\r\n'), 'data: [DONE]\r\n\r\n']),
    streamed('mixed line ends', ['data: 1\r\rdata: 2\n\ndata: 3\r\n\r\n']),
    streamed('comments only', [': ping\n\n'.repeat(1000)]),
    streamed('empty events', ['\n\n'.repeat(5000)]),
    streamed('retry lines', ['retry: 99999999999999\n\n', event]),
    streamed('an event without data', ['event: x\n\n', event]),
    streamed('data that is no JSON', ['data: {oops\n\n', 'data: <html>\n\n']),
    streamed('without [DONE]', [event]),
    streamed('without a blank line at the end', [event, 'data: {"choices":[']),
    streamed('an error event', ['data: {"error":{"message":"no","type":"server_error"}}\n\n']),
    streamed('an error that is a number', ['data: {"error":7}\n\n']),
    streamed('an error that is a list', ['data: {"error":[1]}\n\n']),
    streamed('choices that are no list', ['data: {"choices":7}\n\n']),
    streamed('choices that hold null', ['data: {"choices":[null]}\n\n']),
    streamed('a delta that is a text', ['data: {"choices":[{"delta":"x"}]}\n\n']),
    streamed('a type that is an object', ['data: {"type":{}}\n\n']),
    streamed('__proto__', ['data: {"__proto__":{"error":1}}\n\n']),
    streamed('a prototype as event', ['event: __proto__\ndata: {}\n\n']),
    streamed(
      'usage that lies',
      [event, 'data: {"choices":[],"usage":{"total_tokens":-5}}\n\n'],
      {},
      // The claimed usage is ignored, so it is estimated from the stream.
      { record: { usage: { is_estimate: true }, is_stream: true } },
    ),
    streamed('a character cut between two chunks', ['data: "\u00e4', '\u00f6"\n\n']),
    {
      ...streamed('an error event with a retry that does not take it', ['data: {"error":{"message":"no"}}\n\n']),
      config: retrying,
    },
    { ...streamed('preliminaries without end', [': x\n\n'.repeat(30_000), event]), config: retrying },
    {
      ...streamed('65 KiB of one event while it is held', [`data: {"x":"${'a'.repeat(66_000)}"}\n\n`]),
      config: retrying,
    },
    { ...streamed('200,000 line ends while it is held', ['\n'.repeat(200_000), event]), config: retrying },
    answered(
      'stream: an event of 2 MiB goes on',
      { sends: [[head, `200008\r\ndata: `, { repeat: 'x', times: 2 ** 21 }, '\n\n\r\n0\r\n\r\n']] },
      { status: 200 },
      { body },
    ),
    answered(
      'stream: an event without end',
      { sends: [head], endless: ['10000\r\n', { repeat: 'x', times: 65_536 }, '\r\n'] },
      { status: 200 },
      { body, leaveAfterBytes: 16 * 2 ** 20 },
    ),
    answered(
      'stream: events without end',
      { sends: [head], endless: ['10000\r\n', { repeat: 'data: 1\n', times: 8192 }, '\r\n'] },
      { status: 200 },
      { body, leaveAfterBytes: 16 * 2 ** 20 },
    ),
    answered(
      'stream: comments without end, while it is held',
      { sends: [head], endless: ['10000\r\n', { repeat: ': ping\n\n', times: 8192 }, '\r\n'] },
      { status: 200 },
      { body, config: retrying, leaveAfterBytes: 4 * 2 ** 20 },
    ),
    cut('closed before the first event', [], 'close'),
    cut('closed after the first event', [event], 'close'),
    cut('reset after the first event', [event], 'reset'),
    cut('closed inside an event', [event, 'data: {"cho'], 'close'),
    cut('closed inside a character', ['data: "\u00e4'.slice(0, 7)], 'close'),
    answered(
      'stream: JSON instead of events goes on as it is',
      { sends: [whole(COMPLETION)] },
      { status: 200, body: COMPLETION, headers: { 'content-type': 'application/json' } },
      { body },
    ),
    answered(
      'stream: HTML instead of events goes on as it is',
      { sends: ['HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 7\r\n\r\n<html/>'] },
      { status: 200, body: '<html/>', headers: { 'content-type': 'text/html', 'x-content-type-options': 'nosniff' } },
      { body },
    ),
    answered(
      'stream: events nobody asked for',
      { sends: [head, chunk(event), '0\r\n\r\n'] },
      { status: 200, body: event },
    ),
    answered(
      'stream: an odd content type',
      { sends: [head.replace('text/event-stream', 'TEXT/Event-Stream; charset=x'), chunk(event), '0\r\n\r\n'] },
      { status: 200, body: event },
      { body },
    ),
    answered(
      'stream: no content type',
      { sends: [head.replace('content-type: text/event-stream\r\n', ''), chunk(event), '0\r\n\r\n'] },
      { status: 200, body: event },
      { body },
    ),
  ]
}
