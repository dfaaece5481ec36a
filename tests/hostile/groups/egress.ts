/** Addresses the gateway may connect to, in every spelling, and paths it may request there. */

import type { Case, Expected, Group, HeaderLine } from '../case.ts'
import { FORWARDED, refused } from './outcomes.ts'
import { providerPathCases } from './provider-paths.ts'

export function egressGroup(): Group {
  const cases = [
    ...addresses(),
    ...addresses6(),
    ...ports(),
    ...names(),
    ...spellingsOfUrls(),
    ...ways(),
    ...providerPathCases(),
  ]
  return { name: 'egress', about: 'addresses, URLs and paths', cases }
}

const FORBIDDEN = refused('address_forbidden')

function host(name: string, customHost: string, expected: Expected): Case {
  return {
    name,
    config: `{"provider":"openai-compatible","api_key":"k","custom_host":${JSON.stringify(customHost)}}`,
    expected,
  }
}

export const CLASSES: readonly (readonly [what: string, address: string, port: string])[] = [
  ['cloud metadata', '169.254.169.254', '80'],
  ['container metadata', '169.254.170.2', '80'],
  ['link-local', '169.254.1.1', '80'],
  ['metadata of another cloud', '100.100.100.200', '80'],
  ['a wire server', '168.63.129.16', '80'],
  ['metadata in a reserved block', '192.0.0.192', '80'],
  ['unspecified', '0.0.0.0', '80'],
  ['this network', '0.1.2.3', '80'],
  ['private 10/8', '10.0.0.1', '443'],
  ['private 172.16/12', '172.16.0.1', '443'],
  ['private 192.168/16', '192.168.0.1', '443'],
  ['carrier NAT', '100.64.0.1', '443'],
  ['documentation', '192.0.2.1', '443'],
  ['benchmarking', '198.18.0.1', '443'],
  ['multicast', '224.0.0.1', '443'],
  ['reserved', '240.0.0.1', '443'],
  ['broadcast', '255.255.255.255', '443'],
  ['our own listener', '127.0.0.1', '%GATEWAY_PORT%'],
]

function addresses(): Case[] {
  return CLASSES.flatMap(([what, address, port]) =>
    spellings(address).map(([how, spelling]) => host(`${what}, ${how}`, `http://${spelling}:${port}/v1`, FORBIDDEN)),
  )
}

export function spellings(address: string): readonly (readonly [string, string])[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number) => value.toString(16)
  const words = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
  const inverted = `${hex((255 - a) * 256 + 255 - b)}:${hex((255 - c) * 256 + 255 - d)}`
  return [
    ['as usual', address],
    ['as one number', String(whole)],
    ['as one hexadecimal number', `0x${hex(whole)}`],
    ['in octal', parts.map((part) => `0${part.toString(8)}`).join('.')],
    ['in hexadecimal parts', parts.map((part) => `0x${hex(part)}`).join('.')],
    ['in three parts', `${a}.${b}.${c * 256 + d}`],
    ['in two parts', `${a}.${(b * 256 + c) * 256 + d}`],
    ['with a trailing dot', `${address}.`],
    ['percent-encoded', address.replaceAll('.', '%2e')],
    ['mapped into IPv6', `[::ffff:${address}]`],
    ['mapped in hexadecimal', `[::ffff:${words}]`],
    ['as 6to4', `[2002:${words}::1]`],
    ['as NAT64', `[64:ff9b::${address}]`],
    ['as SIIT', `[::ffff:0:${address}]`],
    ['as a Teredo client', `[2001:0:808:808:0:ffff:${inverted}]`],
  ]
}

function addresses6(): Case[] {
  const rows: readonly (readonly [string, string])[] = [
    ['unspecified', '::'],
    ['unspecified in full', '0:0:0:0:0:0:0:0'],
    ['link-local', 'fe80::1'],
    ['the last link-local', 'febf:ffff::1'],
    ['metadata', 'fd00:ec2::254'],
    ['metadata of another cloud', 'fd20:ce::254'],
    ['unique local', 'fc00::1'],
    ['unique local, assigned', 'fd12:3456::1'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['site-local', 'fec0::1'],
    ['unassigned', '5f00::1'],
    ['discard only', '100::1'],
    ['in full and upper case', 'FE80:0000:0000:0000:0000:0000:0000:0001'],
  ]
  return [
    ...rows.map(([what, address]) => host(`IPv6: ${what}`, `http://[${address}]/v1`, FORBIDDEN)),
    host('IPv6: our own listener', 'http://[::1]:%GATEWAY_PORT%/v1', FORBIDDEN),
    host('IPv6: our own listener in full', 'http://[0:0:0:0:0:0:0:1]:%GATEWAY_PORT%/v1', FORBIDDEN),
    host('IPv6: a zone', 'http://[fe80::1%25eth0]/v1', { status: 400, upstreamContacted: false }),
    host('IPv6: no brackets', 'http://fe80::1/v1', { status: 400, upstreamContacted: false }),
  ]
}

function ports(): Case[] {
  const denied = [
    '0',
    '1',
    '22',
    '23',
    '25',
    '53',
    '110',
    '139',
    '445',
    '1023',
    '2375',
    '2379',
    '3306',
    '5432',
    '6379',
    '6443',
    '9200',
    '10250',
    '11211',
    '27017',
  ]
  const impossible = ['65536', '99999', '-1', '8o', '1e3', '80:80', '%']
  return [
    ...denied.map((port) => host(`port ${port}`, `http://127.0.0.1:${port}/v1`, FORBIDDEN)),
    ...impossible.map((port) =>
      host(`a port that is none: ${port}`, `http://127.0.0.1:${port}/v1`, {
        status: 400,
        code: ['config_invalid', 'custom_host_invalid'],
        upstreamContacted: false,
      }),
    ),
  ]
}

function names(): Case[] {
  return ['localhost', 'LOCALHOST', 'localhost.', 'LocalHost.'].map((name) =>
    host(`our own listener as ${name}`, `http://${name}:%GATEWAY_PORT%/v1`, FORBIDDEN),
  )
}

function spellingsOfUrls(): Case[] {
  const bad = {
    status: 400,
    code: ['config_invalid', 'custom_host_invalid'],
    param: 'custom_host',
    upstreamContacted: false,
  } as const
  const texts: readonly (readonly [string, string])[] = [
    ['a user before the host', 'http://127.0.0.1:%UPSTREAM_PORT%@169.254.169.254/v1'],
    ['a user that looks like a host', 'http://api.example.com@169.254.169.254/v1'],
    ['an encoded user', 'http://a%40b@169.254.169.254/v1'],
    ['a backslash as slash', 'http:\\\\169.254.169.254\\v1'],
    ['a backslash before the user', 'http://api.example.com\\@169.254.169.254/v1'],
    ['a fragment before the host', 'http://api.example.com#@169.254.169.254/v1'],
    ['a query before the host', 'http://api.example.com?@169.254.169.254/v1'],
    ['a tab in the scheme', 'ht\ttp://169.254.169.254/v1'],
    ['a line break in the host', 'http://169.254\n.169.254/v1'],
    ['full-width digits', 'http://１６９.254.169.254/v1'],
    ['circled digits', 'http://①⑥⑨.254.169.254/v1'],
    ['ideographic full stops', 'http://169。254。169。254/v1'],
    ['three slashes', 'http:///169.254.169.254/v1'],
    ['no slashes', 'http:169.254.169.254/v1'],
    ['one slash', 'http:/169.254.169.254/v1'],
    ['another scheme', 'gopher://127.0.0.1:6379/_INFO'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:text/plain,hello'],
    ['a scheme inside', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/v1'],
    ['an empty host', 'http://:80/v1'],
    ['a host of dots', 'http://.../v1'],
    ['an address with too many parts', 'http://1.2.3.4.5/v1'],
    ['an address part over 255', 'http://256.1.1.1/v1'],
    ['IPv6 with too many words', 'http://[1:2:3:4:5:6:7:8:9]/v1'],
    ['2,049 characters', `http://127.0.0.1/${'p'.repeat(2032)}`],
  ]
  return texts.map(([what, text]) => host(`a URL with ${what}`, text, bad))
}

/** The same rule applies to every source of an address. */
function ways(): Case[] {
  const target = 'http://169.254.169.254/v1'
  const chosen: readonly HeaderLine[] = [
    ['x-gateway-provider', 'openai-compatible'],
    ['authorization', 'Bearer k'],
    ['x-gateway-custom-host', target],
  ]
  const endpoints: readonly (readonly [string, string])[] = [
    ['POST', '/v1/completions'],
    ['POST', '/v1/embeddings'],
    ['POST', '/v1/responses'],
    ['GET', '/v1/models'],
    ['GET', '/v1/files/f-1/content'],
    ['POST', '/v1/proxy/latest/meta-data'],
    ['GET', '/v1/proxy/latest/meta-data'],
    ['PUT', '/v1/anything'],
    ['DELETE', '/v1/anything'],
    ['PATCH', '/v1/anything'],
  ]
  const leaf = `{"provider":"openai-compatible","api_key":"k","custom_host":"${target}"}`
  return [
    ...endpoints.map(
      ([method, path]): Case => ({
        name: `by header: ${method} ${path}`,
        method,
        path,
        config: null,
        headers: chosen,
        expected: FORBIDDEN,
      }),
    ),
    { name: 'in a target', config: `{"strategy":{"mode":"loadbalance"},"targets":[${leaf}]}`, expected: FORBIDDEN },
    {
      name: 'as the config around a target',
      config: `{"strategy":{"mode":"single"},"custom_host":"${target}","targets":[{"provider":"openai-compatible","api_key":"k"}]}`,
      expected: FORBIDDEN,
    },
    { name: 'the header beats the config', headers: [['x-gateway-custom-host', target]], expected: FORBIDDEN },
    {
      name: 'as the host of a provider with its own',
      config: `{"provider":"openai","api_key":"k","custom_host":"${target}"}`,
      expected: FORBIDDEN,
    },
    { name: 'the answer names what to repair', config: leaf, expected: { ...FORBIDDEN, param: 'custom_host' } },
    { name: 'a Host header changes nothing', headers: [['host', '169.254.169.254']], expected: FORWARDED },
  ]
}
