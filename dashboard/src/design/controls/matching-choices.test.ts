import { expect, test } from 'bun:test'
import { matchingChoices } from './matching-choices.ts'

const PROVIDERS = ['azure-openai', 'open-router', 'openai', 'openai-compatible', 'xopenai'].map((value) => ({
  value,
  label: value,
}))

test('exact matches come first, then prefixes, word starts and other matches', () => {
  const found = (typed: string) => matchingChoices(PROVIDERS, typed).map(({ value }) => value)
  expect(found('openai')).toEqual(['openai', 'openai-compatible', 'azure-openai', 'xopenai'])
  expect(found(' OpenAI ')).toEqual(['openai', 'openai-compatible', 'azure-openai', 'xopenai'])
  expect(found('router')).toEqual(['open-router'])
  expect(found('')).toEqual(PROVIDERS.map(({ value }) => value))
  expect(found('nothing')).toEqual([])
})

test('label and value both count; the better match decides', () => {
  const choices = [
    { value: 'azure-openai', label: 'Azure OpenAI' },
    { value: 'openai', label: 'OpenAI' },
  ]
  expect(matchingChoices(choices, 'openai')[0]?.label).toBe('OpenAI')
})
