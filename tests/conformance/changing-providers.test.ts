import { afterAll, expect, test } from 'bun:test'
import type Anthropic from '@anthropic-ai/sdk'
import type { Content, Part } from '@google/genai'
import type OpenAI from 'openai'
import { startWireSimulator, type WireSimulator } from '../../simulators/wire/wire-server.ts'
import { partOf } from '../harness/property-runs.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { PARAMETERS, QUESTION, REPORT, type Scene, setScene, warmthOf } from './scene.ts'
import { SUBJECTS, type Subject } from './subject.ts'

/**
 * A conversation that changes to another provider in the middle of a tool loop and back, as with a fallback. Each
 * simulator rejects thinking that its model did not sign, and requires the thinking that it signed.
 */
const gateway = await shareGateway()
const NAMES = [
  'openai',
  'azure-openai',
  'anthropic',
  'google',
  'vertex-ai (Gemini)',
  'vertex-ai (Claude)',
  'bedrock',
  'cohere',
  'mistral-ai',
  'together-ai',
]
const subjects = SUBJECTS.filter(({ name }) => NAMES.includes(name))
const simulators = new Map<string, WireSimulator>(subjects.map(({ name, wire }) => [name, startWireSimulator(wire)]))
afterAll(async () => {
  for (const simulator of simulators.values()) await simulator[Symbol.asyncDispose]()
})

const pairs = subjects.flatMap((first) =>
  subjects.filter((second) => second !== first).map((second) => [first.name, second.name, first, second] as const),
)

function sceneOf(subject: Subject): Scene {
  return setScene(gateway, simulators.get(subject.name)!, subject)
}

/** The second provider never gets the first one's signatures, except Claude's, which are valid on every platform. */
function expectKeptApart(first: Scene, second: Scene): void {
  const { signature } = first.subject
  if (signature === null || signature === second.subject.signature) return
  expect(second.bodies().join('')).not.toContain(signature)
}

/** Back at the first provider, the conversation contains that provider's signature again. */
function expectOwnBack(scene: Scene): void {
  const { signature } = scene.subject
  if (signature !== null) expect(scene.bodies().at(-1)).toContain(signature)
}

type ChatMessage = OpenAI.ChatCompletionMessageParam

function chatRequest({ subject }: Scene) {
  const tools = [{ type: 'function' as const, function: { name: 'warmth', parameters: PARAMETERS } }]
  return { model: subject.model, tools, reasoning_effort: 'high' as const, max_completion_tokens: 8_000 }
}

function chatResults(message: OpenAI.ChatCompletionMessage): ChatMessage[] {
  const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function')
  return calls.map((call) => ({
    role: 'tool',
    tool_call_id: call.id,
    content: warmthOf(JSON.parse(call.function.arguments)),
  }))
}

async function sayChat(scene: Scene, messages: ChatMessage[]): Promise<OpenAI.ChatCompletionMessage> {
  const { choices } = await scene.openai.chat.completions.create({ ...chatRequest(scene), messages })
  return choices[0]!.message
}

test.each(partOf(pairs, 0))(
  'chat/completions: a tool loop moves from %s to %s and back',
  async (_one, _two, one, two) => {
    const [first, second] = [sceneOf(one), sceneOf(two)]
    const messages: ChatMessage[] = [{ role: 'user', content: QUESTION }]
    const called = await sayChat(first, messages)
    messages.push(called, ...chatResults(called))
    const answered = await sayChat(second, messages)
    expect(answered.content).toBe(REPORT)
    expectKeptApart(first, second)
    messages.push(answered, { role: 'user', content: QUESTION })
    const again = await sayChat(first, messages)
    messages.push(again, ...chatResults(again))
    expect((await sayChat(first, messages)).content).toBe(REPORT)
    expectOwnBack(first)
  },
)

function messagesRequest({ subject }: Scene) {
  const tools = [{ name: 'warmth', input_schema: PARAMETERS }]
  const thinking = { type: 'enabled' as const, budget_tokens: 2_048 }
  return { model: subject.model, max_tokens: 4_096, tools, thinking }
}

function messagesResults(message: Anthropic.Message): Anthropic.MessageParam {
  const calls = message.content.filter((block) => block.type === 'tool_use')
  const content = calls.map((call) => ({
    type: 'tool_result' as const,
    tool_use_id: call.id,
    content: warmthOf(call.input),
  }))
  return { role: 'user', content }
}

async function sayMessages(scene: Scene, messages: Anthropic.MessageParam[]): Promise<Anthropic.Message> {
  return scene.anthropic.messages.stream({ ...messagesRequest(scene), messages }).finalMessage()
}

function textOf(message: Anthropic.Message): string {
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

test.each(partOf(pairs, 1))('messages: a tool loop moves from %s to %s and back', async (_one, _two, one, two) => {
  const [first, second] = [sceneOf(one), sceneOf(two)]
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: QUESTION }]
  const called = await sayMessages(first, messages)
  messages.push({ role: 'assistant', content: called.content }, messagesResults(called))
  const answered = await sayMessages(second, messages)
  expect(textOf(answered)).toBe(REPORT)
  expectKeptApart(first, second)
  messages.push({ role: 'assistant', content: answered.content }, { role: 'user', content: QUESTION })
  const again = await sayMessages(first, messages)
  messages.push({ role: 'assistant', content: again.content }, messagesResults(again))
  expect(textOf(await sayMessages(first, messages))).toBe(REPORT)
  expectOwnBack(first)
})

type Item = OpenAI.Responses.ResponseInputItem

function responsesRequest({ subject }: Scene) {
  const tools = [{ type: 'function' as const, name: 'warmth', parameters: PARAMETERS, strict: true }]
  const include = ['reasoning.encrypted_content' as const]
  return { model: subject.model, tools, store: false, include, reasoning: { effort: 'high' as const } }
}

async function sayResponses(scene: Scene, input: Item[]): Promise<OpenAI.Responses.Response> {
  return scene.openai.responses.stream({ ...responsesRequest(scene), max_output_tokens: 8_000, input }).finalResponse()
}

function itemsOf(response: OpenAI.Responses.Response): Item[] {
  return response.output.map((item) => {
    const { parsed_arguments: _, ...rest } = item as unknown as Record<string, unknown>
    return rest as unknown as Item
  })
}

function responsesResults(response: OpenAI.Responses.Response): Item[] {
  const calls = response.output.filter((item) => item.type === 'function_call')
  return calls.map((call) => ({
    type: 'function_call_output',
    call_id: call.call_id,
    output: warmthOf(JSON.parse(call.arguments)),
  }))
}

test.each(partOf(pairs, 2))('responses: a tool loop moves from %s to %s and back', async (_one, _two, one, two) => {
  const [first, second] = [sceneOf(one), sceneOf(two)]
  const input: Item[] = [{ role: 'user', content: QUESTION }]
  const called = await sayResponses(first, input)
  input.push(...itemsOf(called), ...responsesResults(called))
  const answered = await sayResponses(second, input)
  expect(answered.output_text).toBe(REPORT)
  expectKeptApart(first, second)
  input.push(...itemsOf(answered), { role: 'user', content: QUESTION })
  const again = await sayResponses(first, input)
  input.push(...itemsOf(again), ...responsesResults(again))
  expect((await sayResponses(first, input)).output_text).toBe(REPORT)
  expectOwnBack(first)
})

async function sayContents(scene: Scene, contents: Content[]): Promise<Content> {
  const config = {
    maxOutputTokens: 4_096,
    tools: [{ functionDeclarations: [{ name: 'warmth', parametersJsonSchema: PARAMETERS }] }],
    thinkingConfig: { includeThoughts: true, thinkingBudget: 2_048 },
  }
  const parts: Part[] = []
  const stream = await scene.google.models.generateContentStream({ model: scene.subject.model, contents, config })
  for await (const { candidates } of stream) parts.push(...(candidates?.[0]?.content?.parts ?? []))
  return { role: 'model', parts }
}

function contentResults({ parts = [] }: Content): Content {
  const calls = parts.flatMap(({ functionCall }) => functionCall ?? [])
  const results = calls.map(({ id, name, args }) => ({
    functionResponse: { ...(id !== undefined && { id }), name: name!, response: { output: warmthOf(args) } },
  }))
  return { role: 'user', parts: results }
}

function spokenIn({ parts = [] }: Content): string {
  return parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join('')
}

test.each(partOf(pairs, 3))(
  'generateContent: a tool loop moves from %s to %s and back',
  async (_one, _two, one, two) => {
    const [first, second] = [sceneOf(one), sceneOf(two)]
    const contents: Content[] = [{ role: 'user', parts: [{ text: QUESTION }] }]
    const called = await sayContents(first, contents)
    contents.push(called, contentResults(called))
    const answered = await sayContents(second, contents)
    expect(spokenIn(answered)).toBe(REPORT)
    expectKeptApart(first, second)
    contents.push(answered, { role: 'user', parts: [{ text: QUESTION }] })
    const again = await sayContents(first, contents)
    contents.push(again, contentResults(again))
    expect(spokenIn(await sayContents(first, contents))).toBe(REPORT)
    expectOwnBack(first)
  },
)

test.each(pairs.filter(([one, two]) => one === 'anthropic' && two !== 'anthropic'))(
  'a fallback from %s to %s in the middle of a tool loop succeeds',
  async (_one, _two, one, two) => {
    const [first, second] = [sceneOf(one), sceneOf(two)]
    const asked: ChatMessage[] = [{ role: 'user', content: QUESTION }]
    const called = await sayChat(first, asked)
    // The first provider rejects the key, so the gateway falls back to the second one with the same request.
    const refusing = { ...one.target(simulators.get(one.name)!.url), api_key: 'revoked' }
    const other = { ...two.target(simulators.get(two.name)!.url), override_params: { model: two.model } }
    const config = { strategy: { mode: 'fallback', on_status_codes: [401] }, targets: [refusing, other] }
    const { data, response } = await first.openai.chat.completions
      .create(
        { ...chatRequest(first), messages: [...asked, called, ...chatResults(called)] },
        { headers: { 'x-gateway-config': JSON.stringify(config) } },
      )
      .withResponse()
    expect(response.headers.get('x-gateway-provider')).toBe(two.provider)
    expect(data.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: REPORT } })
    expectKeptApart(first, second)
  },
)
