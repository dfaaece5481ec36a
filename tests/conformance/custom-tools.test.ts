import { afterAll, expect, test } from 'bun:test'
import OpenAI from 'openai'
import { startWireSimulator, type WireSimulator } from '../../simulators/wire/wire-server.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { failureOf, QUESTION, setScene } from './scene.ts'
import { SUBJECTS, type Subject } from './subject.ts'

/** Custom tools with free text, which coding agents use for patches, at providers that only have functions. */
const gateway = await shareGateway()
const NAMES = [
  'anthropic',
  'google',
  'vertex-ai (Gemini)',
  'vertex-ai (Claude)',
  'bedrock',
  'cohere',
  'mistral-ai',
  'together-ai',
]
const rows = SUBJECTS.filter(({ name }) => NAMES.includes(name)).map((subject): [string, Subject, WireSimulator] => {
  const simulator = startWireSimulator(subject.wire)
  afterAll(() => simulator[Symbol.asyncDispose]())
  return [subject.name, subject, simulator]
})

const PATCH: OpenAI.Responses.CustomTool = {
  type: 'custom',
  name: 'apply_patch',
  description: 'Edits files.',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: begin_patch hunk+ end_patch' },
}
type Item = OpenAI.Responses.ResponseInputItem

// The simulators call every tool with these arguments. Arguments without the member `input` are returned unchanged.
const INPUT = { city: 'Paris', note: 'ä "quoted" \\ \n €' }

test.each(rows)(
  '%s: a custom tool is called, streamed and complete, and its output is sent back',
  async (_name, subject, simulator) => {
    const scene = setScene(gateway, simulator, subject)
    const asked: Item[] = [{ role: 'user', content: QUESTION }]
    const request = { model: subject.model, tools: [PATCH], store: false }
    const whole = await scene.openai.responses.create({ ...request, input: asked })
    const inputs: string[] = []
    const stream = scene.openai.responses.stream({ ...request, input: asked })
    for await (const event of stream)
      if (event.type === 'response.custom_tool_call_input.done') inputs.push(event.input)
    const calls = whole.output.filter((item) => item.type === 'custom_tool_call')
    expect(calls.map(({ name, input }) => [name, JSON.parse(input)])).toEqual([
      ['apply_patch', INPUT],
      ['apply_patch', { ...INPUT, city: 'Oslo' }],
    ])
    expect(inputs.map((input) => JSON.parse(input) as unknown)).toEqual([INPUT, { ...INPUT, city: 'Oslo' }])
    const outputs = calls.map(
      (call): Item => ({ type: 'custom_tool_call_output', call_id: call.call_id, output: 'done' }),
    )
    const input = [...asked, ...(whole.output as unknown as Item[]), ...outputs]
    const last = await scene.openai.responses.create({ ...request, input })
    expect(last.output_text).toContain('done')
    const sent = scene.bodies()
    expect(sent[0]).toContain('begin_patch hunk+ end_patch')
  },
)

test.each(rows)('%s: a tool that only OpenAI runs is rejected by name', async (_name, subject, simulator) => {
  const scene = setScene(gateway, simulator, subject)
  const tools = [{ type: 'local_shell' as const }]
  const failure = await failureOf(scene.openai.responses.create({ model: subject.model, input: 'hi', tools }))
  expect(failure).toBeInstanceOf(OpenAI.BadRequestError)
  expect(failure).toMatchObject({ error: { param: 'tools[0]', message: expect.stringContaining('local_shell') } })
  expect(scene.bodies()).toEqual([])
})

const SEARCHING = ['anthropic', 'google', 'vertex-ai (Gemini)', 'vertex-ai (Claude)']
const deaf = rows.filter(([name]) => !SEARCHING.includes(name))
test.each(deaf)('%s: web search is rejected if the provider has none', async (_name, subject, simulator) => {
  const scene = setScene(gateway, simulator, subject)
  const tools = [{ type: 'web_search' as const }]
  const failure = await failureOf(scene.openai.responses.create({ model: subject.model, input: 'hi', tools }))
  expect(failure).toBeInstanceOf(OpenAI.BadRequestError)
  expect(failure).toMatchObject({ error: { message: expect.stringContaining('web_search') } })
  expect(scene.bodies()).toEqual([])
})
