import { expect, test } from 'bun:test'
import type { JsonObject } from '../dialect.ts'
import { usageFromChat } from './response.ts'

const COUNTED = { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 }

test.each<[string, JsonObject, number]>([
  ['beside the completion', { total_tokens: 150, completion_tokens_details: { reasoning_tokens: 43 } }, 50],
  ['in the completion', { completion_tokens_details: { reasoning_tokens: 5 } }, 7],
  ['in a total that is too small', { total_tokens: 3 }, 7],
  ['in a total without a prompt', { prompt_tokens: null, total_tokens: 50 }, 7],
])('output_tokens include thinking that the host counts %s, once', (_name, change, output) => {
  expect(usageFromChat({ ...COUNTED, ...change })).toMatchObject({ output_tokens: output })
})
