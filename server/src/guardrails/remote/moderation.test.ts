import { expect, test } from 'bun:test'
import { compileModeration, moderationParameters } from './moderation.ts'
import { inputOf, jsonResponse, modelServices, NEVER } from './test-input.ts'

const SAFE = {
  flagged: false,
  categories: { hate: false, violence: false },
  category_scores: { hate: 0.1, violence: 0.3 },
}
const VIOLENT = {
  flagged: true,
  categories: { hate: false, violence: true },
  category_scores: { hate: 0.2, violence: 0.9 },
}

function run(results: unknown, more: object = {}, texts: readonly string[] = ['a', 'b']) {
  const services = modelServices(() => jsonResponse({ id: 'm', results }))
  const parameters = moderationParameters.parse({ virtual_key: 'openai', ...more })
  const check = compileModeration('default.moderation', parameters, { isOfOrganisation: false })
  return { services, outcome: check.run(inputOf(texts), services, NEVER) }
}

test('all texts are sent in one request', async () => {
  const { services, outcome } = run([SAFE, SAFE])
  expect((await outcome).verdict).toBe(true)
  expect(services.inferences).toEqual([
    { virtualKey: 'openai', path: '/v1/moderations', body: { model: 'omni-moderation-latest', input: ['a', 'b'] } },
  ])
})

test.each<[string, object, boolean, object]>([
  ['what the provider flags fails', {}, false, { violence: 0.9 }],
  ['other categories do not count', { categories: ['hate'] }, true, {}],
  ['a named category counts', { categories: ['violence'] }, false, { violence: 0.9 }],
  ['a higher threshold lets it pass', { thresholds: { violence: 0.95 } }, true, {}],
  ['a lower threshold fails what is not flagged', { thresholds: { hate: 0.15 } }, false, { hate: 0.2, violence: 0.9 }],
  ['the threshold itself fails', { categories: ['hate'], thresholds: { hate: 0.2 } }, false, { hate: 0.2 }],
])('%s', async (_, more, verdict, categories) => {
  expect(await run([SAFE, VIOLENT], more).outcome).toEqual({ verdict, data: { categories } })
})

test('a text that is flagged in no category fails', async () => {
  expect(await run([SAFE, { ...SAFE, flagged: true }]).outcome).toEqual({
    verdict: false,
    data: { categories: { flagged: null } },
  })
})

test('a category without a score has none in the result, unless another text has one', async () => {
  const { category_scores: _, ...unscored } = VIOLENT
  const scoresOf = async (...results: object[]) => (await run(results).outcome).data
  expect(await scoresOf(unscored, SAFE)).toEqual({ categories: { violence: null } })
  expect(await scoresOf(unscored, VIOLENT)).toEqual({ categories: { violence: 0.9 } })
  expect(await scoresOf(VIOLENT, unscored)).toEqual({ categories: { violence: 0.9 } })
})

test('categories that a model does not check are null', async () => {
  const result = { ...SAFE, categories: { hate: false, illicit: null } }
  expect((await run([result, result]).outcome).verdict).toBe(true)
})

test.each<[string, unknown, object, RegExp]>([
  ['no results', undefined, {}, /one result for each text/],
  ['one result too few', [SAFE], {}, /one result for each text/],
  ['a result that is null', [SAFE, null], {}, /without categories/],
  ['no categories', [SAFE, { flagged: false }], {}, /without categories/],
  ['a flag in words', [SAFE, { ...SAFE, categories: { hate: 'no' } }], {}, /no category "hate"/],
  ['an unknown category', [SAFE, SAFE], { categories: ['hat'] }, /no category "hat"/],
  ['a threshold without score', [SAFE, SAFE], { thresholds: { weapons: 0.5 } }, /no score for the category "weapons"/],
  ['a category of the prototype', [SAFE, SAFE], { categories: ['constructor'] }, /no category/],
])('%s is an error', async (_, results, more, message) => {
  await expect(run(results, more).outcome).rejects.toThrow(message)
})

test('without text nothing is sent', async () => {
  const { services, outcome } = run([], {}, ['', '  '])
  expect([(await outcome).verdict, services.inferences.length]).toEqual([true, 0])
})
