/** Responses with hostile framing: wrong lengths, resets, redirects, early responses. */

import { type Case, COMPLETION, type Expected, type Play } from '../../case.ts'
import { answered, BROKEN, whole } from './upstream-case.ts'

export function upstreamFramingCases(): Case[] {
  return [...framing(), ...cuts(), ...redirects(), ...early()]
}

function framing(): Case[] {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
  const chunked = `${head}transfer-encoding: chunked\r\n\r\n`
  const size = COMPLETION.length
  return [
    answered(
      'a length longer than the body, then closed',
      { sends: [`${head}content-length: ${size + 10}\r\n\r\n${COMPLETION}`], ending: 'close' },
      BROKEN,
    ),
    answered(
      'a length longer than the body, then reset',
      { sends: [`${head}content-length: ${size + 10}\r\n\r\n${COMPLETION}`], ending: 'reset' },
      BROKEN,
    ),
    answered(
      'a length shorter than the body',
      { sends: [`${head}content-length: 2\r\n\r\n{}{"smuggled":true}`], ending: 'close' },
      { status: 200, body: '{}' },
    ),
    answered(
      'two lengths that differ',
      { sends: [`${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `], ending: 'close' },
      { status: [200, 502] },
    ),
    answered(
      'a negative length',
      { sends: [`${head}content-length: -1\r\n\r\n{}`], ending: 'close' },
      { status: [200, 502] },
    ),
    answered(
      'a length that is no number',
      { sends: [`${head}content-length: two\r\n\r\n{}`], ending: 'close' },
      { status: [200, 502] },
    ),
    answered(
      'a length of 2^64',
      { sends: [`${head}content-length: 18446744073709551616\r\n\r\n{}`], ending: 'close' },
      { status: [200, 502], isCut: true },
    ),
    answered(
      'a length of 1 PiB, then closed',
      { sends: [`${head}content-length: 1125899906842624\r\n\r\n{}`], ending: 'close' },
      { status: [0, 200, 502], isCut: true },
    ),
    answered(
      'neither length nor chunks',
      { sends: [`${head}\r\n${COMPLETION}`], ending: 'close' },
      { status: 200, body: COMPLETION },
    ),
    answered(
      'chunks',
      { sends: [`${chunked}${size.toString(16)}\r\n${COMPLETION}\r\n0\r\n\r\n`] },
      { status: 200, body: COMPLETION },
    ),
    answered(
      'chunks with trailers',
      { sends: [`${chunked}${size.toString(16)}\r\n${COMPLETION}\r\n0\r\nset-cookie: a=1\r\nx-trailer: 1\r\n\r\n`] },
      { status: 200, body: COMPLETION, headers: { 'set-cookie': null, 'x-trailer': null } },
    ),
    answered(
      'chunks with an extension',
      { sends: [`${chunked}${size.toString(16)};a=b\r\n${COMPLETION}\r\n0\r\n\r\n`] },
      { status: [200, 502] },
    ),
    answered(
      'a chunk size that is no number',
      { sends: [`${chunked}zz\r\n${COMPLETION}\r\n0\r\n\r\n`], ending: 'close' },
      BROKEN,
    ),
    answered(
      'a chunk size of 2^64',
      { sends: [`${chunked}fffffffffffffffff\r\n${COMPLETION}\r\n0\r\n\r\n`], ending: 'close' },
      BROKEN,
    ),
    answered(
      'a last chunk that never comes',
      { sends: [`${chunked}${size.toString(16)}\r\n${COMPLETION}\r\n`], ending: 'close' },
      BROKEN,
    ),
    answered(
      'a last chunk that never comes, then reset',
      { sends: [`${chunked}${size.toString(16)}\r\n${COMPLETION}\r\n`], ending: 'reset' },
      BROKEN,
    ),
    answered(
      'length and chunks',
      {
        sends: [`${head}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
        ending: 'close',
      },
      { status: [200, 502] },
    ),
    answered(
      'an unknown transfer coding',
      { sends: [`${head}transfer-encoding: zip\r\n\r\n{}`], ending: 'close' },
      { status: [200, 502] },
    ),
    answered(
      'two answers for one request',
      { sends: [[whole('{"n":1}'), whole('{"n":2}')]] },
      { status: 200, body: '{"n":1}' },
    ),
    answered(
      'a 204 with a body',
      { sends: ['HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}'], ending: 'close' },
      { status: [204, 502] },
    ),
    answered(
      'a 304 with a length',
      { sends: ['HTTP/1.1 304 Not Modified\r\ncontent-length: 100\r\n\r\n'] },
      { status: 304 },
    ),
    answered(
      'one byte a packet',
      { sends: [...`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}`] },
      { status: 200, body: '{}' },
    ),
  ]
}

/** A reset at 20 offsets of the response: a truncated response never looks complete. */
function cuts(): Case[] {
  const text = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${COMPLETION.length}\r\n\r\n${COMPLETION}`
  return Array.from({ length: 20 }, (_, i) => Math.floor((text.length * i) / 20)).map((offset) =>
    answered(
      `reset after ${offset} bytes`,
      { sends: offset === 0 ? [] : [text.slice(0, offset)], ending: 'reset' },
      BROKEN,
    ),
  )
}

function redirects(): Case[] {
  const places = [
    'http://169.254.169.254/latest',
    '%GATEWAY%/v1/logs',
    '%UPSTREAM%/v1/again',
    '//169.254.169.254/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ]
  return ['301', '302', '303', '307', '308'].flatMap((status) =>
    places
      .slice(0, status === '307' ? 7 : 2)
      .map(
        (place): Case =>
          answered(
            `${status} to ${place || 'nowhere'} is not followed`,
            { sends: [['HTTP/1.1 ', status, ' Moved\r\nlocation: ', place, '\r\ncontent-length: 0\r\n\r\n']] },
            { status: Number(status), body: '' },
          ),
      ),
  )
}

function early(): Case[] {
  const upload = (name: string, play: Play, expected: Omit<Expected, 'upstreamContacted'>): Case =>
    answered(`early: ${name}`, { early: true, ...play }, expected, {
      body: ['{"model":"m","x":"', { repeat: 'a', times: 4 * 2 ** 20 }, '"}'],
    })
  return [
    upload(
      '413 while the body is on its way, then closed',
      { sends: [whole('{"error":"too large"}', 'connection: close\r\n', '413 Too Large')], ending: 'close' },
      { status: [413, 502] },
    ),
    upload(
      '413 while the body is on its way',
      { sends: [whole('{"error":"too large"}', '', '413 Too Large')] },
      { status: 413, body: '{"error":"too large"}' },
    ),
    upload(
      '401 while the body is on its way',
      { sends: [whole('{"error":"who"}', '', '401 No')] },
      { status: 401, body: '{"error":"who"}' },
    ),
    upload('200 while the body is on its way', { sends: [whole('{}')] }, { status: 200, body: '{}' }),
    upload('reset while the body is on its way', { sends: [], ending: 'reset' }, BROKEN),
    upload('closed while the body is on its way', { sends: [], ending: 'close' }, BROKEN),
  ]
}
