import { expect, test } from 'bun:test'
import { DEFAULT_SEMANTIC_RULES } from '../../config/semantic-rules.ts'
import { GatewayError } from '../../core/errors.ts'
import { ExamineConfigs } from './examine-configs.ts'
import { SAMPLE_REQUEST, WITHOUT_GUARDRAILS } from './sample-request.ts'

const HOME = { organisationId: 'o', workspaceId: 'w' }
const EMPTY = { string: '', parameters: {}, model: null, tools: null, functions: null }
const PROMPTS = new Map([
  ['pp-hello', { ...EMPTY, virtualKey: 'team' }],
  ['pp-keyless', { ...EMPTY, virtualKey: null }],
])
const TEAM = { provider: 'openai', settings: {}, customHost: null, isHostTrusted: false }

const examiner = new ExamineConfigs(
  {
    find: (_workspaceId, slug) =>
      slug === 'team'
        ? {
            ...TEAM,
            id: 'id-team',
            slug,
            workspaceId: 'w',
            isDisabled: false,
            expiresAtMs: null,
            integration: null,
            limits: { usageLimit: null, rateLimits: [] },
            credentials: [],
          }
        : undefined,
  },
  WITHOUT_GUARDRAILS,
  {
    find: (_home, reference) => {
      const content = PROMPTS.get(reference)
      if (!content) throw new GatewayError('prompt_unknown', { message: 'No such prompt exists.' })
      return { content }
    },
    slugs: async () => [...PROMPTS.keys()],
  },
  { priceOf: () => null },
  { idleTimeoutMs: 600_000, maxCalls: 20, semanticRules: DEFAULT_SEMANTIC_RULES },
)

const single = (...targets: object[]) => JSON.stringify({ strategy: { mode: 'single' }, targets })

test('a target with only a prompt is called with the virtual key the prompt brings', async () => {
  const run = await examiner.explain(HOME, single({ prompt_id: 'pp-hello' }), SAMPLE_REQUEST)
  expect(run.attempts.map(({ target, virtualKey, status }) => [target, virtualKey, status])).toEqual([
    ['config.targets[0]', 'team', 200],
  ])
})

test('on a prompt’s own path its virtual key overrides the config', async () => {
  const pathname = '/v1/prompts/pp-hello/completions'
  const run = await examiner.explain(HOME, '{"provider":"mock"}', { ...SAMPLE_REQUEST, pathname })
  expect(run.attempts.map(({ virtualKey }) => virtualKey)).toEqual(['team'])
  const unknown = await examiner.explain(HOME, '{"provider":"mock"}', {
    ...SAMPLE_REQUEST,
    pathname: '/v1/prompts/%zz/completions',
  })
  expect(unknown.attempts.map(({ provider }) => provider)).toEqual(['mock'])
})

test('an unknown prompt is reported with its config path and a suggestion', async () => {
  const text = single({ prompt_id: 'pp-helo', provider: 'mock' })
  const message = 'targets[0].prompt_id: No such prompt exists. Did you mean "pp-hello"?'
  const { problems } = await examiner.check(HOME, text)
  expect(problems.map(({ code, path, message }) => [code, path, message])).toEqual([
    ['config_reference_unknown', 'targets[0].prompt_id', message],
  ])
  await expect(examiner.explain(HOME, text, SAMPLE_REQUEST)).rejects.toThrow(message)
  const strange = await examiner.check(HOME, single({ prompt_id: 'nothing-like-it', provider: 'mock' }))
  expect(strange.problems[0]?.message).toBe('targets[0].prompt_id: No such prompt exists.')
})

test('there is a warning for a target without a provider, unless the target or its prompt selects one', async () => {
  const warnings = async (text: string) =>
    (await examiner.check(HOME, text)).warnings.filter((warning) => warning.includes('virtual key'))
  expect(await warnings(single({ prompt_id: 'pp-keyless' }))).toEqual([
    'targets[0].prompt_id: the prompt pp-keyless has no virtual key, and the target names no provider: requests are refused until one of them does.',
  ])
  expect(await warnings(single({ prompt_id: 'pp-keyless', provider: 'mock' }))).toEqual([])
  expect(await warnings(single({ prompt_id: 'pp-hello' }))).toEqual([])
  expect(await warnings('{"prompt_id":"pp-keyless"}')).toEqual([])
})
