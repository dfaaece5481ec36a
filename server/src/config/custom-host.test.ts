import { expect, test } from 'bun:test'
import { readCustomHost } from './custom-host.ts'

const USABLE: readonly (readonly [string, string])[] = [
  ['https://models.example.com/v1', 'https://models.example.com/v1'],
  ['https://models.example.com/v1/', 'https://models.example.com/v1'],
  ['https://models.example.com', 'https://models.example.com'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
  ['HTTPS://Models.Example.COM/v1', 'https://models.example.com/v1'],
  ['http://[::1]:9/v1', 'http://[::1]:9/v1'],
  ['https://host/a/../b', 'https://host/b'],
  ['https://host/@team/v1', 'https://host/@team/v1'],
]

for (const [text, base] of USABLE) {
  test(`accepts ${text}`, () => {
    expect(readCustomHost(text)).toBe(base)
  })
}

const REFUSED: readonly string[] = [
  '',
  'models.example.com',
  '//models.example.com',
  'ftp://models.example.com',
  'file:///etc/passwd',
  'https://',
  'https:///v1',
  'https://user:password@host/v1',
  'https://user@host',
  'https://@host',
  'https://host/v1?key=1',
  'https://host/v1?',
  'https://host/v1#part',
  'https://host/v1#',
  'https://host/v 1',
  'https://host\\@evil/v1',
  'https://host/v1\r\nx: y',
  'https://ho\u0000st',
  'https://hö.example',
  'https://host:99999',
  'https://[::1',
  ' https://host',
  `https://host/${'a'.repeat(2048)}`,
]

for (const text of REFUSED) {
  test(`refuses ${JSON.stringify(text.slice(0, 40))}`, () => {
    expect(readCustomHost(text)).toBeNull()
  })
}
