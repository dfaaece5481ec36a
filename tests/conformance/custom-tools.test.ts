import { afterAll, expect, test } from 'bun:test'
import OpenAI from 'openai'
import { startWireSimulator, type WireSimulator } from '../../simulators/wire/wire-server.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { failureOf, PARAMETERS, QUESTION, type Scene, setScene } from './scene.ts'
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

/** A namespace of Codex for an MCP server, with a name that no chat provider accepts. */
const WEATHER: OpenAI.Responses.NamespaceTool = {
  type: 'namespace',
  name: 'mcp__weather.example',
  description: 'Weather of cities.',
  tools: [{ type: 'function', name: 'get warmth', description: 'Degrees.', parameters: PARAMETERS, strict: false }],
}

test.each(rows)(
  '%s: a tool in a namespace is called, streamed and complete, and its output is sent back',
  async (_name, subject, simulator) => {
    const scene = setScene(gateway, simulator, subject)
    const asked: Item[] = [{ role: 'user', content: QUESTION }]
    const request = { model: subject.model, tools: [WEATHER], store: false }
    const whole = await scene.openai.responses.create({ ...request, input: asked })
    const stream = scene.openai.responses.stream({ ...request, input: asked })
    const streamed = await stream.finalResponse()
    const callsIn = ({ output }: Pick<OpenAI.Responses.Response, 'output'>) =>
      output.filter((item) => item.type === 'function_call')
    for (const response of [whole, streamed]) {
      expect(
        callsIn(response).map(({ namespace, name, arguments: args }) => [namespace, name, JSON.parse(args)]),
      ).toEqual([
        ['mcp__weather.example', 'get warmth', INPUT],
        ['mcp__weather.example', 'get warmth', { ...INPUT, city: 'Oslo' }],
      ])
    }
    const outputs = callsIn(whole).map(
      (call): Item => ({ type: 'function_call_output', call_id: call.call_id, output: 'done' }),
    )
    const input = [...asked, ...(whole.output as unknown as Item[]), ...outputs]
    const last = await scene.openai.responses.create({ ...request, input })
    expect(last.output_text).toContain('done')
    for (const body of scene.bodies()) {
      expect(body).toMatch(/mcp__weather_example__get_warmth_[0-9a-f]{16}/)
      expect(body).not.toContain('"get warmth"')
    }
  },
)

/** The warning about tools that were left out, or the error if the choice forces one of them. */
async function leftOut(scene: Scene, tools: OpenAI.Responses.Tool[]) {
  const request = { model: scene.subject.model, input: 'hi', tools }
  const { response } = await scene.openai.responses.create(request).withResponse()
  const sent = scene.bodies().length
  const failure = await failureOf(scene.openai.responses.create({ ...request, tool_choice: 'required' }))
  expect(failure).toBeInstanceOf(OpenAI.BadRequestError)
  expect(failure).toMatchObject({ error: { param: 'tool_choice', message: expect.stringContaining(tools[0]!.type) } })
  expect(scene.bodies()).toHaveLength(sent)
  return response.headers.get('x-gateway-warning')
}

test.each(rows)(
  '%s: a tool that only OpenAI runs is left out, or refused if it is forced',
  async (_, subject, simulator) => {
    const scene = setScene(gateway, simulator, subject)
    const warning = await leftOut(scene, [{ type: 'file_search', vector_store_ids: ['vs_1'] }])
    expect(warning).toBe('Left out tools that this provider does not have: file_search.')
  },
)

const SEARCHING = ['anthropic', 'google', 'vertex-ai (Gemini)', 'vertex-ai (Claude)']
const deaf = rows.filter(([name]) => !SEARCHING.includes(name))
test.each(deaf)('%s: web search is left out if the provider has none', async (_name, subject, simulator) => {
  const scene = setScene(gateway, simulator, subject)
  expect(await leftOut(scene, [{ type: 'web_search' }])).toContain('web_search')
})
