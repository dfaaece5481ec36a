/** Paths of provider endpoints: forwarded unchanged, and never outside the base path. */

import type { Case, Expected } from '../case.ts'
import { FORWARDED, refused } from './outcomes.ts'

export function providerPathCases(): Case[] {
  return [...paths(), ...climbing()]
}

function paths(): Case[] {
  const ask = (name: string, path: string, expected: Expected): Case => ({
    name: `path: ${name}`,
    method: 'GET',
    path,
    expected,
  })
  return [
    ask('an encoded slash stays encoded', '/v1/models/a%2Fb', { ...FORWARDED, forwardedPath: '/v1/models/a%2Fb' }),
    ask('an encoded question mark stays encoded', '/v1/models/a%3Fb', {
      ...FORWARDED,
      forwardedPath: '/v1/models/a%3Fb',
    }),
    ask('an encoded NUL stays encoded', '/v1/models/a%00b', { ...FORWARDED, forwardedPath: '/v1/models/a%00b' }),
    ask('an encoded line break stays encoded', '/v1/models/a%0d%0ab', {
      ...FORWARDED,
      forwardedPath: '/v1/models/a%0d%0ab',
    }),
    ask('a broken escape stays as it is', '/v1/models/a%zz', { ...FORWARDED, forwardedPath: '/v1/models/a%zz' }),
    ask('the query stays as it is', '/v1/models?a=%26&b=1&a=2&x', {
      ...FORWARDED,
      forwardedPath: '/v1/models?a=%26&b=1&a=2&x',
    }),
    ask('a query with a host in it', '/v1/models?url=http://169.254.169.254/', {
      ...FORWARDED,
      forwardedPath: '/v1/models?url=http://169.254.169.254/',
    }),
    ask('a path that begins like a host', '/v1/proxy//169.254.169.254/x', {
      ...FORWARDED,
      forwardedPath: '/v1//169.254.169.254/x',
    }),
    ask('a path that holds a URL', '/v1/proxy/http://169.254.169.254/x', {
      ...FORWARDED,
      forwardedPath: '/v1/http://169.254.169.254/x',
    }),
    ask('an at sign', '/v1/proxy/@169.254.169.254/x', { ...FORWARDED, forwardedPath: '/v1/@169.254.169.254/x' }),
    ask('a colon and a port', '/v1/proxy/:80/x', { ...FORWARDED, forwardedPath: '/v1/:80/x' }),
    ask('8 KiB', `/v1/models/${'p'.repeat(8192)}`, { ...FORWARDED, forwardedPath: `/v1/models/${'p'.repeat(8192)}` }),
    ask('nothing after the prefix', '/v1/proxy/', { status: [200, 400, 404], upstreamContacted: 'either' }),
    ask('/v1 alone', '/v1', refused('not_found', null, 404)),
    ask('/v2', '/v2/models', refused('not_found', null, 404)),
    ask('/V1', '/V1/models', refused('not_found', null, 404)),
    ask('/v1models', '/v1models', refused('not_found', null, 404)),
    ask('the root with a long name', `/${'p'.repeat(4096)}`, refused('not_found', null, 404)),
    ask('an admin path by another name', '/v1/logs/', { status: [200, 404, 405], upstreamContacted: 'either' }),
  ]
}

/** No path leaves the base path of a custom host, in any encoding. */
function climbing(): Case[] {
  const out = [
    '/v1/proxy/..%2f..%2fadmin',
    '/v1/proxy/%2e%2e/admin',
    '/v1/proxy/%2E%2E/%2e%2e/admin',
    '/v1/proxy/.%2e/admin',
    '/v1/proxy/a/%2e%2e/%2e%2e/admin',
    '/v1/proxy/a\\..\\admin',
    '/v1/proxy/../../admin',
    '/v1/../admin',
    '/v1/models/../../admin',
    '/v1/proxy/./x',
    '/v1/%2e%2e/admin',
    '/v1/proxy/..;/admin',
    '/v1/proxy/a/..',
    '/v1/models/%2e%2e',
    '/v1/proxy/a%5c..%5c..%5cadmin',
    '/v1/proxy/..%5cadmin',
    '/v1/proxy/%2e%2e%2fadmin',
  ]
  return out.map((path) => ({
    name: `climbing: ${path}`,
    method: 'GET',
    path,
    // The runtime resolves some before the gateway sees them; none may reach the upstream outside its base path.
    expected: { status: [200, 400, 404], upstreamContacted: 'either' },
  }))
}
