/** Trace an agent: two turns with a tool call under one trace id, then the user's feedback. */

import { type ChatMessage, Gatehouse, type Tool } from 'gatehouse-gateway-sdk'

const traceId = `agent-${Date.now()}`
const gatehouse = new Gatehouse({ provider: 'mock', traceId, metadata: { _user: 'ada', agent: 'weather' } })

const tools: Tool[] = [
  {
    type: 'function',
    function: {
      name: 'weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
]
// "mock:tool" makes the mock call the first tool.
const messages: ChatMessage[] = [{ role: 'user', content: 'mock:tool' }]

const first = await gatehouse.chat.completions.create({ model: 'mock', messages, tools })
const call = first.choices[0]?.message.tool_calls?.[0]
if (!call) throw new Error('The model called no tool.')
console.log(`the model calls ${call.function.name}`)

messages.push({ role: 'assistant', content: null, tool_calls: [call] })
messages.push({ role: 'tool', tool_call_id: call.id, content: 'Rain, 9 degrees.' })
await gatehouse.chat.completions.create({ model: 'mock', messages })

const feedback = await gatehouse.feedback.create({ trace_id: traceId, value: 1, metadata: { said: 'helpful' } })
console.log(`feedback given: ${feedback.feedback_ids.length}`)

// Prints:
// the model calls weather
// feedback given: 1
