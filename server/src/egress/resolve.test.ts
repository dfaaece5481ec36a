import { expect, test } from 'bun:test'
import { createResolver } from './resolve.ts'

function scripted(answers: readonly (readonly string[] | Error)[]) {
  let asked = 0
  let nowMs = 1_000
  const lookup = async () => {
    const answer = answers[asked++] ?? answers.at(-1)!
    if (answer instanceof Error) throw answer
    return answer
  }
  return {
    resolver: createResolver(lookup, () => nowMs),
    asked: () => asked,
    pass: (elapsedMs: number) => {
      nowMs += elapsedMs
    },
  }
}

const NOT_FOUND = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })

test('a result is cached for 15 seconds', async () => {
  const { resolver, asked, pass } = scripted([['8.8.8.8'], ['9.9.9.9']])
  expect(await resolver.resolve('a.example')).toEqual(['8.8.8.8'])
  pass(14_999)
  expect(await resolver.resolve('a.example')).toEqual(['8.8.8.8'])
  expect(asked()).toBe(1)
  pass(2)
  expect(await resolver.resolve('a.example')).toEqual(['9.9.9.9'])
})

test('a hundred concurrent requests share one lookup', async () => {
  const { resolver, asked } = scripted([['8.8.8.8']])
  await Promise.all(Array.from({ length: 100 }, () => resolver.resolve('a.example')))
  expect(asked()).toBe(1)
})

test('a failure is cached for 5 seconds and names the host', async () => {
  const { resolver, asked, pass } = scripted([NOT_FOUND, ['8.8.8.8']])
  const failure = { code: 'upstream_unreachable', message: 'The host a.example could not be resolved (ENOTFOUND).' }
  await expect(resolver.resolve('a.example')).rejects.toMatchObject(failure)
  pass(4_999)
  await expect(resolver.resolve('a.example')).rejects.toMatchObject(failure)
  expect(asked()).toBe(1)
  pass(2)
  expect(await resolver.resolve('a.example')).toEqual(['8.8.8.8'])
})

test('an empty result is a failure', async () => {
  const { resolver } = scripted([[]])
  await expect(resolver.resolve('a.example')).rejects.toMatchObject({ code: 'upstream_unreachable' })
})

test('the system resolver resolves localhost', async () => {
  const addresses = await createResolver().resolve('localhost')
  expect(addresses.some((address) => address === '127.0.0.1' || address === '::1')).toBe(true)
})
