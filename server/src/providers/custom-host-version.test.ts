import { expect, test } from 'bun:test'
import { ANY_CALL } from './credential-origins.ts'
import { findProvider } from './registry.ts'

const CHAT = { ...ANY_CALL, endpoint: 'chat.completions', path: '/chat/completions', model: 'm' } as const

test.each([
  ['ollama', 'https://h.example', 'https://h.example/v1/chat/completions'],
  ['ollama', 'https://h.example/v1', 'https://h.example/v1/chat/completions'],
  ['ollama', 'https://h.example/ollama', 'https://h.example/ollama/v1/chat/completions'],
  ['ollama', 'https://v1', 'https://v1/v1/chat/completions'],
  ['together-ai', 'https://api.together.xyz', 'https://api.together.xyz/v1/chat/completions'],
  ['deepseek', 'https://h.example', 'https://h.example/v1/chat/completions'],
  ['openrouter', 'https://openrouter.ai/api', 'https://openrouter.ai/api/v1/chat/completions'],
  ['moonshot', 'https://api.moonshot.cn', 'https://api.moonshot.cn/v1/chat/completions'],
  ['novita-ai', 'https://api.novita.ai/v3/openai', 'https://api.novita.ai/v3/openai/v1/chat/completions'],
  ['sambanova', 'https://h.example', 'https://h.example/v1/chat/completions'],
  ['hyperbolic', 'https://h.example', 'https://h.example/v1/chat/completions'],
  ['cohere', 'https://api.cohere.ai', 'https://api.cohere.ai/v2/chat'],
  ['cohere', 'https://h.example/v1', 'https://h.example/v1/chat'],
  ['google', 'https://h.example', 'https://h.example/v1beta/models/m:generateContent'],
  ['google', 'https://h.example/v1', 'https://h.example/v1/models/m:generateContent'],
  ['openai', 'https://h.example', 'https://h.example/chat/completions'],
  ['anthropic', 'https://h.example', 'https://h.example/messages'],
])('%s at %s is called at %s', (slug, customHost, url) => {
  expect(findProvider(slug)!.locate({ ...CHAT, customHost }, {})).toBe(url)
})

test('a path with its own version gets no second one', () => {
  const call = (path: string, customHost: string) => ({ ...ANY_CALL, path, customHost })
  const [cohere, google] = [findProvider('cohere')!, findProvider('google')!]
  expect(cohere.locate(call('/v1/rerank', 'https://h.example'), {})).toBe('https://h.example/v1/rerank')
  expect(cohere.locate(call('/rerank', 'https://h.example'), {})).toBe('https://h.example/v2/rerank')
  expect(google.locate(call('/v1/files', 'https://h.example'), {})).toBe('https://h.example/v1/files')
  expect(google.locate(call('/files', 'https://h.example'), {})).toBe('https://h.example/v1beta/files')
})
