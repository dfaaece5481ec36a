import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { newSlug } from './slug.ts'

test.each([
  ['pc', 'Production fallback', /^pc-produc-[0-9a-f]{6}$/],
  ['pp', 'a', /^pp-a-[0-9a-f]{6}$/],
  ['ws', 'Équipe № 7', /^ws-equipe-[0-9a-f]{6}$/],
  ['pc', 'Résumé', /^pc-resume-[0-9a-f]{6}$/],
  ['pc', '配置', /^pc-[0-9a-f]{6}-[0-9a-f]{6}$/],
])('the slug of %s "%s" has the documented form', (prefix, name, form) => {
  expect(newSlug(prefix, name)).toMatch(form)
})

test.each([
  ['My OpenAI key', /^my-openai-key-[0-9a-f]{6}$/],
  ['one two three four five', /^one-two-three-fo-[0-9a-f]{6}$/],
  ['one two three f-our', /^one-two-three-f-[0-9a-f]{6}$/],
  ['--', /^key-[0-9a-f]{6}$/],
])('without a prefix the slug of "%s" begins with the name', (name, form) => {
  expect(newSlug(null, name)).toMatch(form)
})

test('two things of the same name have different slugs', () => {
  const made = Array.from({ length: 50 }, () => newSlug('pc', 'same'))
  expect(new Set(made).size).toBeGreaterThan(48)
})

test('whatever the name, a slug is short and safe in a path and in @slug/model', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom('pc', null), (name, prefix) => {
      expect(newSlug(prefix, name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(newSlug(prefix, name).length).toBeLessThanOrEqual(23)
    }),
  )
})
