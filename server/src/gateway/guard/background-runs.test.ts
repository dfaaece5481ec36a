/** Background guardrails are limited in number and size, and the record shows those that were not run. */

import { expect, test } from 'bun:test'
import { json, target, testGateway } from '../test-gateway.ts'
import { BackgroundRuns } from './background-runs.ts'

const ANSWER = { choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }] }

test('runs are counted until they end, by number and size', async () => {
  const runs = new BackgroundRuns({ runs: 2, bytes: 100 })
  const first = Promise.withResolvers<void>()
  expect(runs.start(() => first.promise, 60)).toBe(true)
  expect(runs.start(() => Promise.resolve(), 41)).toBe(false)
  expect(runs.start(() => new Promise(() => {}), 40)).toBe(true)
  expect(runs.start(() => Promise.resolve(), 0)).toBe(false)
  first.reject(new Error('failed'))
  await Bun.sleep(0)
  expect([runs.start(() => Promise.resolve(), 60), runs.size]).toEqual([true, 2])
})

test.each([
  ['requests', 'input_guardrails'],
  ['responses', 'output_guardrails'],
])('a slow evaluator of %s does not pile up requests', async (_, list) => {
  const { ports, chat, records } = testGateway(Array.from({ length: 3 }, () => json(200, ANSWER)))
  let calls = 0
  const fetch = () => {
    calls++
    return new Promise(() => {})
  }
  Object.assign(ports, {
    background: new BackgroundRuns({ runs: 1, bytes: 1e6 }),
    checkServices: { ...ports.checkServices, fetch },
  })
  const webhook = { 'default.webhook': { webhookURL: 'https://hook.example/' }, async: true }
  for (let i = 0; i < 3; i++) {
    const response = await chat(target({ [list]: [webhook] }))
    expect([response.status, (await response.json()) as object]).toMatchObject([200, ANSWER])
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(calls).toBe(1)
  // The record of the first request waits for its guardrail.
  expect(records).toHaveLength(2)
  const error = { message: 'Too many guardrails run in the background.' }
  for (const record of records) expect(record.guardrails).toMatchObject([{ async: true, checks: [{ error }] }])
})
