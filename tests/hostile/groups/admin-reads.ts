/** Queries of logs and circuit breakers, with every kind of invalid parameter. */

import type { Case, Expected, Group } from '../case.ts'
import { refused } from './outcomes.ts'

export function adminReadsGroup(): Group {
  const cases = [...parameters(), ...accepted(), ...elsewhere(), ...twice(), ...ids(), ...methods(), ...keys()]
  return { name: 'admin-reads', about: 'reading logs and breakers', cases }
}

function get(name: string, path: string, expected: Expected): Case {
  return { name, method: 'GET', path, config: null, expected }
}

const bad = (param: string) => refused('invalid_parameter', param)
const GOOD: Expected = { status: 200, upstreamContacted: false }

function parameters(): Case[] {
  const rows: readonly (readonly [param: string, values: readonly string[]])[] = [
    ['page_size', ['0', '-1', '101', '1000000000', '1.5', 'abc', 'NaN', 'Infinity', '[]', '{}', '%00', "1'--"]],
    [
      'cursor',
      [
        'x',
        'AAAA',
        '%00',
        '../..',
        "' OR 1=1 --",
        'AAAAAAAAAAAAAAAAAAAAAAAAAAA',
        'a'.repeat(513),
        '%F0%9F%98%80',
        '__proto__',
      ],
    ],
    [
      'time_of_generation_min',
      ['yesterday', '1', '0000000001', '9999999999999999', 'NaN', '%00', '0x10', "1' OR '1'='1"],
    ],
    ['time_of_generation_max', ['tomorrow', '-', '{}', '2024-13-45']],
    ['status_code', ['99', '600', 'abc', '6xx', '200,abc', "200' OR 1=1"]],
    [
      'metadata',
      ['x', '[]', 'null', '"a"', '{"a":1}', '{"a":null}', '{"a":["b"]}', '{"a"', `{"a":"${'b'.repeat(4096)}"}`],
    ],
    ['trace_id', ['t'.repeat(4097), '%00']],
    ['workspace_id', ['w'.repeat(129)]],
    ['ai_model', ['m'.repeat(4097)]],
    ['provider', ['p'.repeat(4097)]],
  ]
  const unknown = [
    'limit',
    'order',
    'sort',
    'page_sizes',
    '__proto__',
    'constructor',
    'toString',
    'page_size[]',
    'page_size[$gt]',
    'x'.repeat(300),
  ]
  return [
    ...rows.flatMap(([param, values]) =>
      values.map((value) =>
        get(`logs: ${param}=${value.slice(0, 30)}`, `/v1/logs?${param}=${value.replaceAll(' ', '%20')}`, bad(param)),
      ),
    ),
    ...unknown.map((name) =>
      get(`logs: no parameter ${name.slice(0, 30)}`, `/v1/logs?${name}=1`, bad(name.slice(0, 64))),
    ),
    ...unknown.slice(0, 6).map((name) => get(`breakers: no parameter ${name}`, `/v1/breakers?${name}=1`, bad(name))),
  ]
}

function accepted(): Case[] {
  const queries = [
    'page_size=1',
    'page_size=100',
    "trace_id=x'%20OR%201=1--",
    'trace_id=%25%25%25%25',
    'ai_model=%27;DROP%20TABLE%20logs--',
    'ai_model=%25',
    'provider=*,?,[a]',
    'endpoint=__proto__',
    'metadata={"__proto__":"a"}',
    'metadata={"a%27b":"c"}',
    'metadata={"$.a":"b"}',
    'metadata={"a.b[0]":"c"}',
    'metadata={}',
    'status_code=200,5xx',
    'status_code=',
    'time_of_generation_min=0000000000001',
    'time_of_generation_max=9999999999999',
    'time_of_generation_min=2024-01-01T00:00:00Z',
    '',
  ]
  return queries.map((query) =>
    get(`logs: ${query || 'an empty query'} is a question like any other`, `/v1/logs?${query}`, GOOD),
  )
}

/** A workspace of another organisation and a missing one give the same response. */
function elsewhere(): Case[] {
  return ['another', '%27%20OR%201=1', '__proto__'].map((name) =>
    get(`logs: workspace_id=${name}`, `/v1/logs?workspace_id=${name}`, {
      status: 404,
      code: 'workspace_unknown',
      upstreamContacted: false,
    }),
  )
}

function twice(): Case[] {
  return ['page_size', 'cursor', 'trace_id', 'metadata', 'status_code'].map((name) =>
    get(`logs: ${name} twice`, `/v1/logs?${name}=1&${name}=1`, bad(name)),
  )
}

function ids(): Case[] {
  const missing = [
    'x',
    '0',
    '-1',
    '00000000-0000-0000-0000-000000000000',
    '%27%20OR%201=1',
    '%00',
    '..%2f..',
    '__proto__',
    'a'.repeat(4000),
    '%F0%9F%98%80',
    '%zz',
    '*',
  ]
  return [
    ...missing.map((id) =>
      get(`logs: an id ${id.slice(0, 36)}`, `/v1/logs/${id}`, {
        status: 404,
        code: 'not_found',
        upstreamContacted: false,
      }),
    ),
    ...missing.slice(0, 6).map(
      (id): Case => ({
        name: `breakers: reset of ${id}`,
        method: 'POST',
        path: `/v1/breakers/${id}/reset`,
        config: null,
        key: '%ADMIN%',
        body: '',
        expected: { status: 404, code: 'not_found', upstreamContacted: false },
      }),
    ),
  ]
}

function methods(): Case[] {
  const wrong = ['POST', 'PUT', 'PATCH', 'DELETE']
  return ['/v1/logs', '/v1/logs/x', '/v1/breakers'].flatMap((path) =>
    (path === '/v1/logs' ? wrong.slice(1) : wrong).map(
      (method): Case => ({
        name: `${method} ${path}`,
        method,
        path,
        body: '{}',
        expected: refused('method_not_allowed', null, 405),
      }),
    ),
  )
}

function keys(): Case[] {
  return ['/v1/logs', '/v1/logs/x', '/v1/breakers', '/v1/supported-providers'].flatMap((path): Case[] => [
    {
      name: `${path} without a key`,
      method: 'GET',
      path,
      key: null,
      config: null,
      expected: refused('api_key_missing', null, 401),
    },
    {
      name: `${path} with a wrong key`,
      method: 'GET',
      path,
      key: 'wrong',
      config: null,
      expected: refused('api_key_invalid', null, 401),
    },
    {
      name: `${path} with a key of 8 KiB`,
      method: 'GET',
      path,
      key: 'k'.repeat(8192),
      config: null,
      expected: refused('api_key_invalid', null, 401),
    },
  ])
}
