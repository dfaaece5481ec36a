/** Names with a special meaning in JavaScript are ordinary names. */

import type { Case, Group } from '../case.ts'
import { FORWARDED, refused, UNCHANGED } from './outcomes.ts'

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'then',
  'toJSON',
]
const LEAF = '"provider":"openai-compatible","custom_host":"%UPSTREAM%/v1","api_key":"k"'

export function pollutionGroup(): Group {
  const cases = [...NAMES.flatMap(everywhere), ...afterwards()]
  return { name: 'pollution', about: 'names that mean something to the language', cases }
}

function everywhere(name: string): Case[] {
  const odd = name === '__proto__'
  return [
    { name: `${name} as a metadata key`, headers: [['x-gateway-metadata', `{"${name}":"x"}`]], expected: FORWARDED },
    {
      name: `${name} as a metadata key with an object`,
      headers: [['x-gateway-metadata', `{"${name}":{"isAdmin":true}}`]],
      expected: FORWARDED,
    },
    {
      name: `${name} as a member of the body`,
      body: `{"model":"m","${name}":{"stream":true,"isAdmin":true}}`,
      expected: UNCHANGED,
    },
    { name: `${name} as the model`, body: `{"model":"${name}"}`, expected: UNCHANGED },
    {
      name: `${name} as a config key`,
      config: `{${LEAF},"${name}":{"provider":"mock"}}`,
      expected: refused('config_invalid', name),
    },
    {
      name: `${name} as an override`,
      config: `{${LEAF},"override_params":{"${name}":1}}`,
      expected: odd ? { status: 400, code: 'config_invalid', upstreamContacted: false } : FORWARDED,
    },
    {
      name: `${name} as a provider`,
      config: `{"provider":"${name}","api_key":"k"}`,
      expected: refused('provider_unknown', 'provider'),
    },
    {
      name: `${name} as a target’s name`,
      config: `{"strategy":{"mode":"conditional","conditions":[{"query":{"metadata.${name}":"x"},"then":"${name}"}],"default":"${name}"},"targets":[{"name":"${name}",${LEAF}}]}`,
      expected: FORWARDED,
    },
    {
      name: `${name} as a namespace`,
      config: `{${LEAF},"cache":"simple"}`,
      headers: [['x-gateway-cache-namespace', name]],
      body: `{"model":"m","user":"${name}"}`,
      expected: FORWARDED,
    },
  ]
}

/** If a case above had changed a prototype, these would fail. */
function afterwards(): Case[] {
  return [
    { name: 'afterwards no key is still no key', key: null, expected: refused('api_key_missing', null, 401) },
    { name: 'afterwards no provider is still no provider', config: null, expected: refused('provider_missing', null) },
    { name: 'afterwards a usual request is a usual request', expected: UNCHANGED },
  ]
}
