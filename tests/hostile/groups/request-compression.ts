/** c13: compressed request bodies: refused where the gateway must read them, unchanged on pass-through. */

import { type Case, CHAT_BODY, type Group, type Text } from '../case.ts'
import { refused, UNCHANGED } from './outcomes.ts'

export function requestCompressionGroup(): Group {
  return { file: 'c13-request-compression.json', about: 'packed request bodies', cases: [...refusals(), ...passing()] }
}

const REFUSED = refused('unsupported_encoding', 'content-encoding', 415)
const PACKED: Text = { base64: Buffer.from(Bun.gzipSync(Buffer.from(CHAT_BODY))).toString('base64') }

function refusals(): Case[] {
  const codings = [
    'gzip',
    'GZIP',
    'deflate',
    'br',
    'zstd',
    'compress',
    'x-gzip',
    'lzma',
    'gzip, gzip',
    'gzip, identity',
    'identity, gzip',
    Array(1000).fill('gzip').join(','),
    'none',
    '*',
    'utf-8',
    'aws-chunked',
    'gzip;q=1',
    '"gzip"',
  ]
  return [
    ...codings.map(
      (coding): Case => ({
        name: `${coding.slice(0, 30)} (${coding.length})`,
        headers: [['content-encoding', coding]],
        body: PACKED,
        expected: REFUSED,
      }),
    ),
    ...[
      '/v1/completions',
      '/v1/embeddings',
      '/v1/moderations',
      '/v1/responses',
      '/v1/images/generations',
      '/v1/audio/speech',
      '/v1/batches',
    ].map(
      (path): Case => ({
        name: `gzip on ${path}`,
        path,
        headers: [['content-encoding', 'gzip']],
        body: PACKED,
        expected: REFUSED,
      }),
    ),
    {
      name: 'a bomb is not unpacked',
      headers: [['content-encoding', 'gzip']],
      body: { base64: Buffer.from(Bun.gzipSync(Buffer.alloc(20 * 2 ** 20))).toString('base64') },
      expected: REFUSED,
    },
    {
      name: 'two lines',
      headers: [
        ['content-encoding', 'gzip'],
        ['content-encoding', 'br'],
      ],
      body: PACKED,
      expected: REFUSED,
    },
    { name: 'plain JSON that says gzip', headers: [['content-encoding', 'gzip']], expected: REFUSED },
    { name: 'gzip that says nothing', body: PACKED, expected: refused('invalid_json', 'body') },
  ]
}

function passing(): Case[] {
  return [
    { name: 'identity', headers: [['content-encoding', 'identity']], expected: UNCHANGED },
    { name: 'Identity in other case', headers: [['content-encoding', 'Identity']], expected: UNCHANGED },
    {
      name: 'pass-through keeps gzip',
      path: '/v1/proxy/x',
      headers: [['content-encoding', 'gzip']],
      body: PACKED,
      expected: { ...UNCHANGED, forwarded: { 'content-encoding': 'gzip' } },
    },
    {
      name: 'pass-through keeps any coding',
      path: '/v1/proxy/x',
      headers: [['content-encoding', 'lzma']],
      body: PACKED,
      expected: { ...UNCHANGED, forwarded: { 'content-encoding': 'lzma' } },
    },
  ]
}
