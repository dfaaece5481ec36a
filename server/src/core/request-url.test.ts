import { expect, test } from 'bun:test'
import { modelDecidedByPath } from './request-url.ts'

test.each([
  ['/v1beta/models/gemini-2.5-pro:generateContent', 'gemini-2.5-pro'],
  ['/v1beta/models/gemini-2.5-pro%3agenerateContent', 'gemini-2.5-pro'],
  ['/v1beta/models/gemini-2.5-pro:generateContent/', 'gemini-2.5-pro'],
  ['/v1beta//models//gemini-2.5-pro:generateContent//', 'gemini-2.5-pro'],
  ['/v1beta/tunedModels/own:generateContent', 'tunedModels/own'],
  ['/v1/projects/p/locations/l/endpoints/123:streamGenerateContent', 'endpoints/123'],
  ['/model/anthropic.claude-v2:1/converse', 'anthropic.claude-v2:1'],
  ['/model/anthropic.claude-v2%3A1/converse/', 'anthropic.claude-v2:1'],
  ['/model//anthropic.claude-v2/invoke', 'anthropic.claude-v2'],
  ['/v1/models/gpt-4o', null],
  ['/chat/completions', null],
])('the provider chooses the model by the path %s: %p', (path, model) => {
  expect(modelDecidedByPath(path)).toBe(model)
})
