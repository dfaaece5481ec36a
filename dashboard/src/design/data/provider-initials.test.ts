import { expect, test } from 'bun:test'
import { initials } from './provider-initials.ts'

test('initials are two letters of one word, or of the first two words', () => {
  expect(['openai', 'azure-openai', 'mock', 'x', '', 'together_ai'].map(initials)).toEqual([
    'Op',
    'AO',
    'Mo',
    'X',
    '',
    'TA',
  ])
})
