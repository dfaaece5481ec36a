/** Gateway keys in every spelling and every position. */

import type { Case, Expected, Text } from '../../case.ts'
import { each, FORWARDED, INVALID_KEY, refused } from '../outcomes.ts'

export function gatewayKeyCases(): Case[] {
  return [...keys(), ...bearers()]
}

function keys(): Case[] {
  const keyed = (what: string, value: Text, expected: Expected): Case => ({
    name: `a key: ${what}`,
    key: null,
    headers: [['x-gateway-api-key', value]],
    expected,
  })
  const wrong: readonly (readonly [string, Text])[] = [
    ['one letter', 'x'],
    ['of 8 KiB', { repeat: 'k', times: 8192 }],
    ['of 513 characters', { repeat: 'k', times: 513 }],
    ['of 40 KiB', { repeat: 'k', times: 40_960 }],
    ['with the right prefix only', 'gww_'],
    ['of the right form, with a wrong checksum', `gww_${'A'.repeat(49)}`],
    ['an admin prefix', `gwa_${'A'.repeat(49)}`],
    ['in other case', 'WORKSPACE-KEY-OF-THE-TESTS'],
    ['with a letter more', '%KEY%x'],
    ['cut by a letter', 'workspace-key-of-the-test'],
    ['with a NUL written as text', '%KEY%\\u0000'],
    ['percent-encoded', '%KEY%%00'],
    ['in quotes', '"%KEY%"'],
    ['as JSON', '{"$ne":null}'],
    ['as SQL', "' OR '1'='1' --"],
    ['as a path', '../../etc/passwd'],
    ['non-ASCII', 'schlüssel-der-tests-äöü'],
    ['with bytes that are no UTF-8', { base64: '//79/GtleQ==' }],
    ['with a zero-width space', 'workspace\u200b-key-of-the-tests'],
    ['with a full-width letter', 'ｗorkspace-key-of-the-tests'],
    ['twice in one line', '%KEY%, %KEY%'],
    ['as __proto__', '__proto__'],
    ['as constructor', 'constructor'],
    ['with Bearer before it', 'Bearer %KEY%'],
  ]
  return [
    ...each(wrong, (what, value) => keyed(what, value, INVALID_KEY)),
    keyed('empty', '', { status: 401, code: ['api_key_missing', 'api_key_invalid'], upstreamContacted: false }),
    keyed('spaces', '   ', { status: 401, code: ['api_key_missing', 'api_key_invalid'], upstreamContacted: false }),
    keyed('with spaces around it', '  %KEY%  ', FORWARDED),
    { name: 'no key at all', key: null, expected: refused('api_key_missing', null, 401) },
    {
      name: 'the key in the query',
      key: null,
      path: '/v1/chat/completions?x-gateway-api-key=%KEY%&api_key=%KEY%',
      expected: refused('api_key_missing', null, 401),
    },
    {
      name: 'the key in a cookie',
      key: null,
      headers: [['cookie', 'x-gateway-api-key=%KEY%']],
      expected: refused('api_key_missing', null, 401),
    },
    {
      name: 'the key in the body',
      key: null,
      body: '{"model":"m","api_key":"%KEY%","messages":[]}',
      expected: refused('api_key_missing', null, 401),
    },
    {
      name: 'the key twice, the same',
      key: null,
      headers: [
        ['x-gateway-api-key', '%KEY%'],
        ['x-gateway-api-key', '%KEY%'],
      ],
      expected: {
        status: [400, 401],
        code: ['header_conflict', 'api_key_invalid', 'invalid_header'],
        upstreamContacted: false,
      },
    },
    {
      name: 'two keys, the good one first',
      key: null,
      headers: [
        ['x-gateway-api-key', '%KEY%'],
        ['x-gateway-api-key', 'other'],
      ],
      expected: {
        status: [400, 401],
        code: ['header_conflict', 'api_key_invalid', 'invalid_header'],
        upstreamContacted: false,
      },
    },
    {
      name: 'two keys, the good one last',
      key: null,
      headers: [
        ['x-gateway-api-key', 'other'],
        ['x-gateway-api-key', '%KEY%'],
      ],
      expected: {
        status: [400, 401],
        code: ['header_conflict', 'api_key_invalid', 'invalid_header'],
        upstreamContacted: false,
      },
    },
    {
      name: 'two prefixes with different keys',
      key: null,
      headers: [
        ['x-gateway-api-key', '%KEY%'],
        ['x-portkey-api-key', '%ADMIN%'],
      ],
      expected: refused('header_conflict', 'x-portkey-api-key'),
    },
    {
      name: 'two prefixes with the same key',
      key: null,
      headers: [
        ['x-gateway-api-key', '%KEY%'],
        ['x-portkey-api-key', '%KEY%'],
      ],
      expected: FORWARDED,
    },
    {
      name: 'a wrong key beside a good bearer',
      key: null,
      headers: [
        ['x-gateway-api-key', 'wrong'],
        ['authorization', 'Bearer %KEY%'],
      ],
      expected: INVALID_KEY,
    },
  ]
}

function bearers(): Case[] {
  const bearer = (what: string, value: Text, expected: Expected): Case => ({
    name: `a bearer: ${what}`,
    key: null,
    headers: [['authorization', value]],
    expected,
  })
  const missing = refused('api_key_missing', null, 401)
  return [
    bearer('Bearer twice', 'Bearer Bearer %KEY%', INVALID_KEY),
    bearer('two values in one line', 'Bearer %KEY%, Bearer %KEY%', INVALID_KEY),
    bearer('empty', 'Bearer ', missing),
    bearer('no space', 'Bearer%KEY%', missing),
    bearer('a tab instead of the space', 'Bearer\t%KEY%', missing),
    bearer('another scheme', 'Basic %KEY%', missing),
    bearer('a bare key', '%KEY%', missing),
    bearer('lower case', 'bearer %KEY%', { ...FORWARDED, forwarded: { authorization: 'Bearer sk-upstream' } }),
    bearer('upper case', 'BEARER %KEY%', { ...FORWARDED, forwarded: { authorization: 'Bearer sk-upstream' } }),
    bearer('of 8 KiB', ['Bearer ', { repeat: 'k', times: 8192 }], INVALID_KEY),
    bearer('non-ASCII', 'Bearer schlüssel', INVALID_KEY),
    {
      name: 'a bearer: two lines',
      key: null,
      headers: [
        ['authorization', 'Bearer %KEY%'],
        ['authorization', 'Bearer other'],
      ],
      expected: {
        status: [400, 401],
        code: ['api_key_invalid', 'header_conflict', 'invalid_header'],
        upstreamContacted: false,
      },
    },
    {
      name: 'the gateway key in x-api-key is spent and does not travel',
      key: null,
      headers: [['x-api-key', '%KEY%']],
      expected: { ...FORWARDED, forwarded: { 'x-api-key': null } },
    },
    {
      name: 'the gateway key in all three places is spent everywhere',
      headers: [
        ['authorization', 'Bearer %KEY%'],
        ['x-api-key', '%KEY%'],
      ],
      expected: { ...FORWARDED, forwarded: { 'x-api-key': null, authorization: 'Bearer sk-upstream' } },
    },
    {
      name: 'the gateway key in api-key too does not travel',
      headers: [['api-key', '%KEY%']],
      expected: { ...FORWARDED, forwarded: { 'api-key': null } },
    },
    {
      name: 'the gateway key in x-goog-api-key does not travel, even when forward_headers names it',
      headers: [
        ['x-goog-api-key', '%KEY%'],
        ['x-gateway-forward-headers', '["x-goog-api-key"]'],
      ],
      expected: { ...FORWARDED, forwarded: { 'x-goog-api-key': null } },
    },
    {
      name: 'the gateway key in a header of any name does not travel',
      headers: [['x-my-credential', 'Token %KEY%']],
      expected: { ...FORWARDED, forwarded: { 'x-my-credential': null } },
    },
  ]
}
