import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readJson } from './json-tree.ts'
import { inlineKeyWarnings, withoutSecrets } from './secrets.ts'

const SECRET = 'sk-live-0123456789'

test('credentials are blanked anywhere in the config, everything else is unchanged', () => {
  const text = `{
  "api_key": "${SECRET}", "Authorization": "Bearer ${SECRET}",
  "targets": [{ "cloud_c_secret_access_key": "${SECRET}", "override_params": { "max_tokens": 5, "tools": [{ "headers": { "x-api-key": "${SECRET}" } }] } }]
}`
  const safe = withoutSecrets(text)
  expect(safe.isChanged).toBe(true)
  expect(safe.text).not.toContain('sk-live')
  expect(safe.text).toContain('"max_tokens": 5')
  expect(withoutSecrets('{"provider": "mock", "virtual_key": "a"}').isChanged).toBe(false)
})

test('a mask is no secret and is kept', () => {
  const text = '{"api_key": "sk*******89"}'
  expect(withoutSecrets(text)).toEqual({ text, isChanged: false })
  expect(inlineKeyWarnings(readJson(text).root, true)).toEqual([])
})

test('an inline credential is warned about with the way to a virtual key', () => {
  const [warning] = inlineKeyWarnings(readJson(`{"targets": [{"api_key": "${SECRET}"}]}`).root, true)
  expect(warning?.path).toEqual(['targets', 0, 'api_key'])
  expect(warning?.fixes).toEqual([{ label: 'Create virtual key', href: '/virtual-keys?new=1' }])
  expect(JSON.stringify(warning)).not.toContain(SECRET)
})

test('no cut of a text, whole JSON or not, keeps a credential in the draft', () => {
  const text = `{"targets": [{"name": "a", "api_key": "${SECRET}"}, {"Authorization": "Bearer ${SECRET}"}], "retry": {"attempts": 1}}`
  fc.assert(
    fc.property(
      fc.nat(text.length),
      fc.nat(text.length),
      fc.constantFrom('', '"', '{', '}', ',', '\n'),
      (a, b, extra) => {
        const from = Math.min(a, text.indexOf('"api_key"'))
        // Starts at or before the first secret field, because a value without its name cannot be recognised.
        const cut = text.slice(from, Math.max(b, from)) + extra
        expect(withoutSecrets(cut).text).not.toContain('sk-live-')
      },
    ),
  )
})
