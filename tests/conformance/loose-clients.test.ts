import { afterAll, expect, test } from 'bun:test'
import type OpenAI from 'openai'
import { startWireSimulator, type WireSimulator } from '../../simulators/wire/wire-server.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { PARAMETERS, QUESTION, REPORT, setScene, warmthOf } from './scene.ts'
import { SUBJECTS, type Subject } from './subject.ts'

type Message = OpenAI.ChatCompletionMessageParam
type Calls = readonly OpenAI.ChatCompletionMessageFunctionToolCall[]

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
]
const rows = SUBJECTS.filter(({ name }) => NAMES.includes(name)).map((subject): [string, Subject, WireSimulator] => {
  const simulator = startWireSimulator(subject.wire)
  afterAll(() => simulator[Symbol.asyncDispose]())
  return [subject.name, subject, simulator]
})

const ASKED: Message[] = [
  { role: 'developer', content: 'Be brief.' },
  { role: 'user', content: QUESTION },
]

function requestFor(subject: Subject) {
  const tools = [{ type: 'function' as const, function: { name: 'warmth', parameters: PARAMETERS } }]
  return { model: subject.model, tools, reasoning_effort: 'high' as const, max_completion_tokens: 8_000 }
}

function resultsOf(calls: Calls): Message[] {
  return calls.map((call) => ({
    role: 'tool',
    tool_call_id: call.id,
    content: warmthOf(JSON.parse(call.function.arguments)),
  }))
}

function functionCalls(message: OpenAI.ChatCompletionMessage): Calls {
  return (message.tool_calls ?? []).filter((call) => call.type === 'function')
}

test.each(rows)(
  '%s: a tool loop continues for a client that keeps only members it knows',
  async (_name, subject, simulator) => {
    const { openai } = setScene(gateway, simulator, subject)
    const request = requestFor(subject)
    const { message } = (await openai.chat.completions.create({ ...request, messages: ASKED })).choices[0]!
    const calls = functionCalls(message).map(({ id, type, function: { name, arguments: text } }) => ({
      id,
      type,
      function: { name, arguments: text },
    }))
    const turn: Message = { role: 'assistant', content: '', tool_calls: calls }
    const messages = [...ASKED, turn, ...resultsOf(calls)]
    const second = await openai.chat.completions.create({ ...request, messages })
    expect(second.choices[0]?.message.content).toBe(REPORT)
  },
)

test.each(rows)(
  '%s: a client that stores stream pieces separately sends complete thinking back',
  async (_name, subject, simulator) => {
    const { openai } = setScene(gateway, simulator, subject)
    const request = requestFor(subject)
    const stream = openai.chat.completions.stream({ ...request, messages: ASKED })
    const pieces: unknown[] = []
    stream.on('chunk', (chunk) => {
      const delta = (chunk.choices[0]?.delta ?? {}) as { reasoning_details?: unknown[] }
      pieces.push(...(delta.reasoning_details ?? []))
    })
    const { parsed: _, ...message } = (await stream.finalChatCompletion()).choices[0]!.message
    const kept = { ...message, ...(pieces.length > 0 && { reasoning_details: pieces }) }
    const messages = [...ASKED, kept, ...resultsOf(functionCalls(message))]
    expect((await openai.chat.completions.create({ ...request, messages })).choices[0]?.message.content).toBe(REPORT)
  },
)
