/** Targets of a config: parameters, hosts, credentials, unsupported features. */

import type { Case } from '../../case.ts'
import { FORWARDED, refused } from '../outcomes.ts'
import { config, invalid, LEAF } from './config-case.ts'

export function configTargetCases(): Case[] {
  return [...params(), ...hosts(), ...credentials(), ...unsupported()]
}

function params(): Case[] {
  const over = (text: string, key = 'override_params') => `{${LEAF},"${key}":${text}}`
  return [
    config('an override called __proto__', over('{"__proto__":{"a":1}}'), invalid()),
    config('a deep override called __proto__', over('{"a":{"__proto__":1}}'), invalid()),
    config('a default called __proto__', over('{"__proto__":1}', 'default_params'), invalid()),
    config('an override of 1e400', over('{"a":1e400}'), invalid('override_params.a')),
    config('an override of messages', over('{"messages":[{"role":"user","content":"x"}]}'), FORWARDED),
    config('an override of the model', over('{"model":"other"}'), FORWARDED),
    config('an override called constructor', over('{"constructor":{"prototype":{"a":1}}}'), FORWARDED),
    config('an override called toString', over('{"toString":1,"hasOwnProperty":2}'), FORWARDED),
    config('a drop of constructor', `{${LEAF},"drop_params":["constructor","__proto__","toString"]}`, {
      status: [200, 400],
      upstreamContacted: 'either',
    }),
    config('a drop of everything', `{${LEAF},"drop_params":["model","messages"]}`, FORWARDED),
    ...['""', '"."', '"a."', '".a"', '"a[x]"', '"a[-1]"', '"a["', '"a]"', '7', 'null', `"a${'.b'.repeat(200)}"`].map(
      (path) =>
        config(`a drop path ${path.slice(0, 20)}`, `{${LEAF},"drop_params":[${path}]}`, {
          status: 400,
          code: 'config_invalid',
          param: 'drop_params[0]',
          upstreamContacted: false,
        }),
    ),
    config(
      '257 drop paths',
      `{${LEAF},"drop_params":[${Array.from({ length: 257 }, (_, i) => `"p${i}"`).join()}]}`,
      invalid('drop_params'),
    ),
    config('an override 60 deep', over(`{"a":${'['.repeat(60)}${']'.repeat(60)}}`), FORWARDED),
    config('an override 70 deep', over(`{"a":${'['.repeat(70)}${']'.repeat(70)}}`), invalid()),
  ]
}

function hosts(): Case[] {
  const values = [
    '"example"',
    '"//example"',
    '"ftp://example"',
    '"http://"',
    '"http:///v1"',
    '"http://user:secret@example"',
    '"http://@example"',
    '"http://example/?a"',
    '"http://example/#a"',
    '"http://exa mple"',
    '"http://example\\\\@evil"',
    '"http://exa\\tmple"',
    '"http://[::1"',
    '"http://example:99999"',
    '"http://example:-1"',
    '"javascript:alert(1)"',
    '"http://%00"',
    '""',
    '7',
    'null',
    '["http://example"]',
    `"http://example/${'p'.repeat(2048)}"`,
  ]
  return values.map((value) =>
    config(
      `a custom host ${value.slice(0, 40)}`,
      `{"provider":"openai-compatible","api_key":"k","custom_host":${value}}`,
      { status: 400, code: ['config_invalid', 'custom_host_invalid'], param: 'custom_host', upstreamContacted: false },
    ),
  )
}

function credentials(): Case[] {
  return [
    config(
      'a target without its credential',
      `{"strategy":{"mode":"fallback"},"targets":[{"provider":"openai"}]}`,
      invalid('targets[0].api_key'),
    ),
    config('a root without a credential', '{"provider":"openai"}', refused('credential_missing')),
    config(
      'a custom host without a credential',
      '{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1"}',
      FORWARDED,
    ),
    config(
      'an api_key of 8,193 characters',
      `{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"${'k'.repeat(8193)}"}`,
      invalid('api_key'),
    ),
    config(
      'an api_key with a space',
      `{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"a b"}`,
      invalid('api_key'),
    ),
    config(
      'an Authorization without a scheme',
      `{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","Authorization":"key"}`,
      invalid('Authorization'),
    ),
    config(
      'an Authorization without a key',
      `{"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","Authorization":"Bearer "}`,
      invalid('Authorization'),
    ),
    ...['azure-openai'].map((provider) =>
      config(`${provider} without its settings`, `{"provider":"${provider}","api_key":"k"}`, {
        status: 400,
        code: ['provider_settings_invalid', 'credential_missing', 'endpoint_unsupported'],
        upstreamContacted: false,
      }),
    ),
    ...['evil.example/', 'a.b', 'a@b', 'a#', 'a?', '../x', 'UPPER CASE', 'x'.repeat(64)].map((value) =>
      config(
        `a cloud resource called ${value.slice(0, 20)}`,
        `{"provider":"azure-openai","api_key":"k","cloud_a_resource_name":"${value}","cloud_a_deployment_id":"d","cloud_a_api_version":"2024-01-01"}`,
        { status: 400, code: 'provider_settings_invalid', upstreamContacted: false },
      ),
    ),
  ]
}

function unsupported(): Case[] {
  const keys = [
    'input_guardrails',
    'output_guardrails',
    'before_request_hooks',
    'after_request_hooks',
    'input_mutators',
    'output_mutators',
  ]
  return keys.flatMap((key) => [
    config(
      `${key} that is unknown is never ignored`,
      `{${LEAF},"${key}":["x"]}`,
      refused('guardrail_unknown', `${key}[0]`),
    ),
    config(
      `${key} of a partner in a target is never ignored`,
      `{"strategy":{"mode":"fallback"},"targets":[{${LEAF},"${key}":[{"partner.check":{}}]}]}`,
      refused(
        'not_supported',
        key.endsWith('mutators') ? `targets[0].${key}[0]` : `targets[0].${key}[0]["partner.check"]`,
      ),
    ),
  ])
}
