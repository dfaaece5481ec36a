import { expect, test } from 'bun:test'
import { certificateEntry, readClientCertificate } from './client-certificate.ts'

const FIELDS = { fingerprint256: 'AB:CD', validTo: 'Nov 27 15:51:25 2026 GMT' }

test.each([
  [undefined, ['sha256:abcd']],
  [
    'DNS:Svc.Example, URI:spiffe://A/b, email:A@b.example',
    ['sha256:abcd', 'dns:svc.example', 'uri:spiffe://A/b', 'email:a@b.example'],
  ],
  // The runtime quotes names with special characters. Here, "DNS:svc.example" is a part of the URI, not a second name.
  ['URI:"spiffe://q\\u002c DNS:svc.example"', ['sha256:abcd']],
  ['DNS:"a.example\\u0000.evil"', ['sha256:abcd']],
  ['IP Address:127.0.0.1, DirName:CN=x, othername:<unsupported>', ['sha256:abcd']],
  ['DNS:*.example', ['sha256:abcd', 'dns:*.example']],
  [`DNS:${'a'.repeat(600)}`, ['sha256:abcd']],
])('the names of %j', (subjectAltName, names) => {
  expect(readClientCertificate({ ...FIELDS, subjectAltName })).toEqual({ names, expiresAtMs: 1795794685000 })
})

test('a certificate with thousands of names is read up to a limit', () => {
  const subjectAltName = Array.from({ length: 5_000 }, (_, i) => `DNS:a${i}.example`).join(', ')
  expect(readClientCertificate({ ...FIELDS, subjectAltName }).names).toHaveLength(51)
  const long = Array.from({ length: 50 }, (_, i) => `URI:spiffe://${'x'.repeat(480)}/${i}`).join(', ')
  expect(readClientCertificate({ ...FIELDS, subjectAltName: long }).names.join().length).toBeLessThan(4_200)
})

test.each([
  [`sha256:${'AB:'.repeat(31)}CD`, `sha256:${'ab'.repeat(31)}cd`],
  ['dns:Billing.Example.com', 'dns:billing.example.com'],
  ['uri:spiffe://Cluster/ns', 'uri:spiffe://Cluster/ns'],
  ['email:A@B.example', 'email:a@b.example'],
  ['sha256:ab', null],
  ['dns:*.example.com', null],
  ['dns:a..b', null],
  ['dns:', null],
  ['dns:a b', null],
  ['dns:a,b', null],
  ['uri:no-scheme', null],
  ['email:nobody', null],
  ['cn:billing', null],
  ['billing.example.com', null],
  ['', null],
])('the entry %j is stored as %j', (text, entry) => {
  expect(certificateEntry(text)).toBe(entry)
})
