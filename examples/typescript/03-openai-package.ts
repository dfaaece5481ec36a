/** Use the official OpenAI package with the gateway: change two lines; streaming and types still work. */

import { createHeaders } from 'gatehouse-gateway-sdk'
import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: process.env['GATEWAY_BASE_URL'] ?? 'http://127.0.0.1:8787/v1',
  // The provider's credential. Not used with a virtual key in createHeaders().
  apiKey: process.env['OPENAI_API_KEY'] ?? 'unused',
  defaultHeaders: createHeaders({
    apiKey: process.env['GATEWAY_API_KEY'],
    provider: 'mock',
    metadata: { _user: 'ada', feature: 'greeting' },
  }),
})

const { data, response } = await client.chat.completions
  .create({ model: 'mock', messages: [{ role: 'user', content: 'Hello!' }] })
  .withResponse()

console.log(data.choices[0]?.message.content)
console.log(`target: ${response.headers.get('x-gateway-last-used-option-index')}`)

// Prints:
// Hello from the mock provider. You said: Hello!
// target: config
