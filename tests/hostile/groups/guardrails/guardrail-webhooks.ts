/** Webhooks of guardrails: addresses they may have, and what a broken or hostile evaluator can return. */

import type { Case, Play, Text } from '../../case.ts'
import { CLASSES, spellings } from '../egress.ts'
import { refused } from '../outcomes.ts'

/** In milliseconds. The maximum: a webhook whose response ends must not time out on a busy machine. */
const TIMEOUT = 60_000
/** For responses that never end. Long enough for the request to reach the webhook on a busy machine. */
const SHORT_TIMEOUT = 3_000

export function guardrailWebhookCases(): Case[] {
  return [...addresses(), ...urls(), ...evaluators()]
}

/** Uses the mock provider, so that every request the upstream receives comes from the webhook. */
function withWebhook(parameters: object): string {
  const check = { 'default.webhook': parameters, deny: true }
  return JSON.stringify({ provider: 'mock', input_guardrails: [check] })
}

function addresses(): Case[] {
  const checks: readonly (readonly [string, (url: string) => object])[] = [
    ['webhook', (webhookURL) => ({ 'default.webhook': { webhookURL } })],
    ['log', (logURL) => ({ 'default.log': { logURL } })],
    ['presidio', (analyzerURL) => ({ 'default.presidio': { analyzerURL } })],
  ]
  return CLASSES.flatMap(([what, address, port]) =>
    spellings(address).flatMap(([how, spelling], i) => {
      const [id, check] = checks[i % checks.length]!
      const url = `http://${spelling}:${port}/hook`
      const isUrl = URL.canParse(url.replace(/%[A-Z_]+%/, '1'))
      const config = JSON.stringify({ provider: 'mock', input_guardrails: [{ ...check(url), deny: true }] })
      const expected = isUrl ? ({ status: 446, upstreamContacted: false } as const) : refused('config_invalid')
      return [{ name: `a ${id} at ${what}, ${how}`, config, expected }]
    }),
  )
}

function urls(): Case[] {
  const texts: readonly (readonly [string, string])[] = [
    ['a user', 'http://user@127.0.0.1:%UPSTREAM_PORT%/hook'],
    ['a password', 'http://user:secret@127.0.0.1:%UPSTREAM_PORT%/hook'],
    ['a user that looks like a host', 'http://api.example.com@169.254.169.254/'],
    ['a fragment', 'http://127.0.0.1:%UPSTREAM_PORT%/hook#a'],
    ['a space', 'http://127.0.0.1:%UPSTREAM_PORT%/ho ok'],
    ['a line break', 'http://127.0.0.1:%UPSTREAM_PORT%/\r\nx: y'],
    ['another scheme', 'gopher://127.0.0.1:6379/_INFO'],
    ['a file', 'file:///etc/passwd'],
    ['no scheme', '//127.0.0.1:%UPSTREAM_PORT%/hook'],
    ['an empty host', 'http://:80/'],
    ['nothing', ''],
    ['2,049 characters', `http://127.0.0.1/${'p'.repeat(2032)}`],
  ]
  return texts.map(([what, webhookURL]) => ({
    name: `a webhook URL with ${what}`,
    config: withWebhook({ webhookURL }),
    expected: refused('config_invalid'),
  }))
}

function evaluators(): Case[] {
  const ok = '{"verdict":true}'
  const whole = (body: string, head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json'): Play => ({
    sends: [`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`, body],
  })
  const replies: readonly (readonly [string, Play])[] = [
    ['no verdict', whole('{}')],
    ['a verdict as a text', whole('{"verdict":"true"}')],
    ['a verdict as a number', whole('{"verdict":1}')],
    ['a verdict in a list', whole(`[${ok}]`)],
    ['a verdict in HTML', whole(`<html>${ok}</html>`)],
    ['a verdict after a byte order mark', whole(`\ufeff${ok}`)],
    ['two documents', whole(`${ok}${ok}`)],
    ['null', whole('null')],
    ['nothing', whole('')],
    [
      'a verdict in UTF-16',
      {
        sends: [
          'HTTP/1.1 200 OK\r\ncontent-length: 32\r\n\r\n',
          { base64: Buffer.from(ok, 'utf16le').toString('base64') },
        ],
      },
    ],
    ['a verdict that inherits', whole('{"__proto__":{"verdict":true}}')],
    ['a verdict and a body that is a text', whole('{"verdict":true,"transformedData":{"request":{"json":"x"}}}')],
    ['a verdict and a body that is a list', whole('{"verdict":true,"transformedData":{"request":{"json":[]}}}')],
    ['changes that are a text', whole('{"verdict":true,"transformedData":"x"}')],
    ['status 204', { sends: ['HTTP/1.1 204 No Content\r\n\r\n'] }],
    ['status 201 without a body', whole('', 'HTTP/1.1 201 Created')],
    ['a verdict with status 400', whole(ok, 'HTTP/1.1 400 Bad Request')],
    ['a verdict with status 503', whole(ok, 'HTTP/1.1 503 Unavailable')],
    ['a verdict with status 700', whole(ok, 'HTTP/1.1 700 X')],
    ['a redirect to itself', whole(ok, 'HTTP/1.1 307 Temporary Redirect\r\nlocation: %UPSTREAM%/v1/other')],
    ['a redirect to metadata', whole(ok, 'HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/')],
    ['a compressed verdict', whole(ok, 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip')],
    ['a cut verdict', { sends: ['HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n', ok], ending: 'close' }],
    [
      'a cut chunk',
      { sends: ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '10\r\n', ok], ending: 'reset' },
    ],
    ['a verdict and silence', { sends: ['HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n', ok], ending: 'hang' }],
    ['a head and silence', { sends: ['HTTP/1.1 200 OK\r\n'], ending: 'hang' }],
    [
      'an endless body',
      { sends: ['HTTP/1.1 200 OK\r\n\r\n{"verdict":true,"a":"'], endless: { repeat: 'x', times: 65_536 } },
    ],
    ['an endless head', { sends: ['HTTP/1.1 200 OK\r\n'], endless: { repeat: 'x: y\r\n', times: 1_000 } }],
    ['a verdict 200 levels deep', whole(`{"verdict":true,"data":${'['.repeat(200)}${']'.repeat(200)}}`)],
    [
      'two lengths',
      { sends: ['HTTP/1.1 200 OK\r\ncontent-length: 16\r\ncontent-length: 5\r\n\r\n', ok], ending: 'close' },
    ],
    ['a reset', { sends: [], ending: 'reset' }],
    ['no HTTP', { sends: [`${ok}\r\n\r\n`], ending: 'close' }],
  ]
  const configFor = ({ ending, endless }: Play) => {
    const timeout = ending === 'hang' || endless !== undefined ? SHORT_TIMEOUT : TIMEOUT
    return withWebhook({ webhookURL: '%UPSTREAM%/v1/hook', timeout })
  }
  const bad = replies.map(
    ([what, upstream]): Case => ({
      name: `an evaluator that returns ${what}`,
      config: configFor(upstream),
      upstream,
      expected: { status: 446, upstreamContacted: true },
    }),
  )
  const large: Text = { repeat: 'x', times: 100_000 }
  const length = 100_000 + '{"verdict":true,"data":""}'.length
  const good: readonly (readonly [string, Play])[] = [
    ['true', whole(ok)],
    [
      'true with much data',
      { sends: [`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n{"verdict":true,"data":"`, large, '"}'] },
    ],
    ['true and no changes', whole('{"verdict":true,"transformedData":null}')],
  ]
  return [
    ...bad,
    ...good.map(
      ([what, upstream]): Case => ({
        name: `an evaluator that returns ${what}`,
        config: configFor(upstream),
        upstream,
        expected: { status: 200, upstreamContacted: true },
      }),
    ),
  ]
}
