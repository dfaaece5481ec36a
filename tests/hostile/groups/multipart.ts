/** Forms and audio: unreadable forms are forwarded unchanged, others are parsed within limits. */

import type { Case, Expected, Group, Text } from '../case.ts'

const PASSES: Expected = { status: 200, upstreamContacted: true, bodyForwarded: true }
const OVERRIDING =
  '{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"k","override_params":{"language":"de"}}'
const PATHS = ['/v1/audio/transcriptions', '/v1/audio/translations', '/v1/files', '/v1/images/edits']

export function multipartGroup(): Group {
  const cases = [...types(), ...parts(), ...PATHS.slice(1).flatMap(everyPath), ...overridden()]
  return { name: 'multipart', about: 'forms and audio', cases }
}

function form(name: string, body: Text, type = 'multipart/form-data; boundary=b', more: Partial<Case> = {}): Case {
  return { name, path: PATHS[0]!, headers: [['content-type', type]], body, expected: PASSES, ...more }
}

const part = (header: string, value: string) => `--b\r\n${header}\r\n\r\n${value}\r\n`
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value)
const FILE = part('Content-Disposition: form-data; name="file"; filename="a.mp3"\r\nContent-Type: audio/mpeg', 'bytes')
const USUAL = `${field('model', 'm')}${FILE}--b--\r\n`

function types(): Case[] {
  const odd = [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary=b; boundary=c',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
    `multipart/form-data; boundary=${'b'.repeat(4000)}`,
    'multipart/form-data; boundary="b',
    'multipart/form-data;boundary=b',
    'MULTIPART/FORM-DATA; BOUNDARY=b',
    'multipart/mixed; boundary=b',
    'multipart/form-data; boundary=.*',
    'multipart/form-data; boundary=(a+)+',
    'application/octet-stream',
    'audio/mpeg',
    'application/json',
    '',
  ]
  return odd.map((type) => form(`content type ${type.slice(0, 60) || 'absent'} (${type.length})`, USUAL, type))
}

function parts(): Case[] {
  return [
    form('a usual form', USUAL),
    form('a boundary of one character', USUAL),
    form('no parts', '--b--\r\n'),
    form('an empty body', '', undefined, { expected: { status: 200, upstreamContacted: true } }),
    form('no end', `${field('model', 'm')}${FILE}`),
    form('an end only', '--b--'),
    form('no blank line after the headers', '--b\r\nContent-Disposition: form-data; name="model"\r\nm\r\n--b--\r\n'),
    form('bare line feeds', USUAL.replaceAll('\r\n', '\n')),
    form('text before the first part', `preamble\r\n${USUAL}`),
    form('text after the end', `${USUAL}epilogue`),
    form('a part without a name', `${part('Content-Disposition: form-data', 'x')}${USUAL}`),
    form('a part without a disposition', `${part('Content-Type: text/plain', 'x')}${USUAL}`),
    form('a name twice', field('model', 'a') + USUAL),
    form('a name with quotes', field('mo\\"del', 'a') + USUAL),
    form('a name called __proto__', field('__proto__', 'a') + field('constructor', 'b') + USUAL),
    form('a file name that climbs', `${field('model', 'm')}${FILE.replace('a.mp3', '../../etc/passwd')}--b--\r\n`),
    form('a file name with a NUL', `${field('model', 'm')}${FILE.replace('a.mp3', 'a\u0000.mp3')}--b--\r\n`),
    form('a file name of 10 KB', `${field('model', 'm')}${FILE.replace('a.mp3', 'a'.repeat(10_000))}--b--\r\n`),
    form(
      'an encoded file name',
      `${field('model', 'm')}${FILE.replace('filename="a.mp3"', "filename*=UTF-8''%2e%2e%2fa")}--b--\r\n`,
    ),
    form('the model after the file', `${FILE}${field('model', 'm')}--b--\r\n`),
    form(
      'a form inside a form',
      `${part('Content-Disposition: form-data; name="x"\r\nContent-Type: multipart/mixed; boundary=c', '--c\r\n\r\ny\r\n--c--')}${USUAL}`,
    ),
    form('the boundary inside a file', `${field('model', 'm')}${FILE.replace('bytes', 'a--b b')}--b--\r\n`),
    form('bytes that are no UTF-8', [
      field('model', 'm'),
      '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n',
      { base64: '//79/A==' },
      '\r\n--b--\r\n',
    ]),
    form('100,000 empty parts', [{ repeat: '--b\r\n\r\n\r\n', times: 100_000 }, '--b--\r\n']),
    form('a thousand fields', [...Array.from({ length: 1000 }, (_, i) => field(`f${i}`, 'x')), '--b--\r\n']),
    form('part headers of 900 KB', ['--b\r\nX: ', { repeat: 'a', times: 900_000 }, '\r\n\r\nx\r\n', USUAL]),
    form('a million dashes', [{ repeat: '-', times: 1_000_000 }, '\r\n', USUAL]),
    form('3 MiB without a boundary anywhere', { repeat: 'x', times: 3 * 2 ** 20 }),
    form('3 MiB of a file', [
      field('model', 'm'),
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
      { repeat: 'x', times: 3 * 2 ** 20 },
      '\r\n--b--\r\n',
    ]),
  ]
}

function everyPath(path: string): Case[] {
  return [
    form(`${path}: no boundary`, USUAL, 'multipart/form-data', { path }),
    form(`${path}: no end`, field('model', 'm'), undefined, { path }),
    form(`${path}: JSON`, '{"model":"m"}', 'application/json', { path }),
    form(
      `${path}: noise`,
      { base64: Buffer.from(Array.from({ length: 256 }, (_, i) => i)).toString('base64') },
      undefined,
      { path },
    ),
  ]
}

/** An unreadable form cannot be changed: it is refused or forwarded, without an internal error. */
function overridden(): Case[] {
  const either: Expected = { status: [200, 400], upstreamContacted: 'either' }
  const forms: readonly (readonly [string, Text, Expected])[] = [
    ['a usual form', USUAL, either],
    ['no end', field('model', 'm'), either],
    ['no parts', '--b--\r\n', either],
    ['noise', { base64: 'AAECAwQFBgc=' }, either],
    ['100,000 parts', [{ repeat: '--b\r\n\r\n\r\n', times: 100_000 }, '--b--\r\n'], either],
    [
      '3 MiB of a file',
      [
        field('model', 'm'),
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
        { repeat: 'x', times: 3 * 2 ** 20 },
        '\r\n--b--\r\n',
      ],
      either,
    ],
  ]
  return forms.map(([what, body, expected]) =>
    form(`with an override: ${what}`, body, undefined, { config: OVERRIDING, expected }),
  )
}
