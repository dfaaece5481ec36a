/** Compressed request bodies: decompressed where the gateway must read them, unchanged on pass-through. */

import { brotliCompressSync, deflateSync, zstdCompressSync } from 'node:zlib'
import { type Case, CHAT_BODY, type Group, type Text } from '../case.ts'
import { FORWARDED, refused, UNCHANGED } from './outcomes.ts'

export function requestCompressionGroup(): Group {
  const cases = [...decompressed(), ...refusals(), ...passing()]
  return { name: 'request-compression', about: 'packed request bodies', cases }
}

const base64 = (bytes: Uint8Array): Text => ({ base64: Buffer.from(bytes).toString('base64') })

const REFUSED = refused('unsupported_encoding', 'content-encoding', 415)
const PLAIN = Buffer.from(CHAT_BODY)
const PACKED = base64(Bun.gzipSync(PLAIN))

/** The provider gets the plain bytes, with no content-encoding and their own length. */
const DECOMPRESSED = {
  ...FORWARDED,
  forwarded: { 'content-encoding': null, 'content-length': String(PLAIN.length) },
}

function decompressed(): Case[] {
  const bodies: readonly (readonly [string, Text])[] = [
    ['gzip', PACKED],
    ['GZIP', PACKED],
    ['x-gzip', PACKED],
    ['gzip, identity', PACKED],
    ['identity, gzip', PACKED],
    ['deflate', base64(deflateSync(PLAIN))],
    ['deflate', base64(Bun.deflateSync(PLAIN))],
    ['br', base64(brotliCompressSync(PLAIN))],
    ['zstd', base64(zstdCompressSync(PLAIN))],
  ]
  return bodies.map(([coding, body], i) => ({
    name: `${coding} is decompressed (${i})`,
    headers: [['content-encoding', coding]],
    body,
    expected: DECOMPRESSED,
  }))
}

function refusals(): Case[] {
  const codings = [
    'compress',
    'lzma',
    'gzip, gzip',
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
    ...['deflate', 'br', 'zstd'].map(
      (coding): Case => ({
        name: `gzip that says ${coding}`,
        headers: [['content-encoding', coding]],
        body: PACKED,
        expected: refused('invalid_body', 'body'),
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
      '/v1/files',
    ].map(
      (path): Case => ({
        name: `lzma on ${path}`,
        path,
        headers: [['content-encoding', 'lzma']],
        body: PACKED,
        expected: REFUSED,
      }),
    ),
    {
      name: 'a bomb is cut at the limit',
      headers: [['content-encoding', 'gzip']],
      body: base64(Bun.gzipSync(Buffer.alloc(40 * 2 ** 20))),
      expected: refused('body_too_large', 'body', 413),
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
    {
      name: 'plain JSON that says gzip',
      headers: [['content-encoding', 'gzip']],
      expected: refused('invalid_body', 'body'),
    },
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
