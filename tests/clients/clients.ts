/** What each client is expected to do with its page of docs/clients/. */

import { join } from 'node:path'
import type { Script } from '../../simulators/stand-in/stand-in.ts'
import type { JsonObject } from '../../simulators/wire/wire-server.ts'
import type { Expected } from './judge.ts'
import type { Upstream } from './scene.ts'

export type ClientRow = {
  /** `folder` is the one in which the program runs. */
  readonly expected: (folder: string) => Expected
  /** All three dialects if absent. */
  readonly dialects?: readonly Upstream[]
}

const GREETING = 'Hello from the other side: ä€😀.'
/** The content of `note.txt` in the folder in which an agent runs. */
export const NOTE = 'The password is heliotrope.'
/** An edit in aider's `diff` format. */
const EDIT = `Here is the edit.

note.txt
\`\`\`
<<<<<<< SEARCH
${NOTE}
=======
${NOTE.replace('heliotrope', 'marigold')}
>>>>>>> REPLACE
\`\`\`
`
const CITIES = ['Paris', 'Oslo'] as const

const library: Expected = {
  script: {
    calls: CITIES.map((city) => ({ name: 'get_temperature', input: { city } })),
    text: GREETING,
    report: (results) => `Measured: ${results.join(', ')}`,
  },
  output: [
    { pattern: /Hello from the other side: ä€😀\./, count: 2 },
    { pattern: /Measured: .*21.*12/, count: 1 },
  ],
  modes: ['whole', 'stream'],
}

/** An agent that reads `note.txt` with one of its tools and prints the response. */
function agent(tool: string, input: (file: string) => JsonObject, more: Partial<Expected> = {}): ClientRow {
  const expected = (folder: string): Expected => ({
    script: {
      calls: [{ name: tool, input: input(join(folder, 'note.txt')) }],
      text: 'No tool was offered.',
      report: (results) => `I have read it: ${results.join(' ')}`,
    },
    output: [{ pattern: /I have read it: .*heliotrope/s, count: 1 }],
    modes: ['stream'],
    ...more,
  })
  return { expected }
}

const LIBRARY: ClientRow = { expected: () => library }

function scripted(script: Partial<Script>, more: Partial<Expected> = {}): ClientRow {
  return { expected: () => ({ ...library, ...more, script: { ...library.script, ...script } }) }
}

/** DSPy requests fields and tool calls in the text. The results of earlier calls are fields of the request. */
function fieldsFor(asked: string): string {
  const results = [...asked.matchAll(/## observation_\d+ ## \]\]\n(.*)/g)].map(([, result]) => result)
  const write = (fields: Readonly<Record<string, unknown>>) =>
    Object.entries({ ...fields, completed: '' })
      .map(([name, value]) => `[[ ## ${name} ## ]]\n${value}\n`)
      .join('\n')
  if (asked.includes('`[[ ## next_thought ## ]]`')) {
    const city = CITIES[results.length]
    const [next_tool_name, input] = city === undefined ? ['finish', {}] : ['get_temperature', { city }]
    return write({ next_thought: 'Measure.', next_tool_name, next_tool_args: JSON.stringify(input) })
  }
  if (asked.includes('`[[ ## reasoning ## ]]`')) {
    return write({ reasoning: 'Measured.', answer: `Measured: ${results.join(', ')}` })
  }
  return write({ answer: GREETING })
}

export const CLIENTS: Readonly<Record<string, ClientRow>> = {
  openai: LIBRARY,
  anthropic: LIBRARY,
  'google-genai': LIBRARY,
  'azure-openai': LIBRARY,
  // Passed through to the simulator of Bedrock, which follows no script.
  boto3: {
    dialects: ['bedrock'],
    expected: () => ({
      ...library,
      script: { ...library.script, calls: [] },
      output: [
        { pattern: /Hello from the other side: ä€😀\./, count: 2 },
        { pattern: /Paris 21, Oslo 12/, count: 1 },
      ],
      modes: [],
    }),
  },
  realtime: {
    dialects: ['realtime'],
    expected: () => ({
      ...library,
      script: { ...library.script, calls: [] },
      output: [
        { pattern: /OpenAI: .+/, count: 1 },
        { pattern: /Gemini: Hello from Gemini Live\./, count: 1 },
      ],
      modes: ['stream'],
    }),
  },
  langchain: LIBRARY,
  'llama-index': LIBRARY,
  'vercel-ai': LIBRARY,
  'pydantic-ai': LIBRARY,
  'openai-agents': LIBRARY,
  crewai: LIBRARY,
  dspy: scripted({ calls: [], text: fieldsFor }),
  mastra: LIBRARY,
  litellm: LIBRARY,
  'claude-code': agent('Read', (file) => ({ file_path: file })),
  codex: agent('exec_command', (file) => ({ cmd: `cat ${file}` })),
  // Once over HTTP, once relayed.
  'codex-websocket': {
    dialects: ['anthropic', 'google'],
    ...agent('exec_command', (file) => ({ cmd: `cat ${file}` }), {
      output: [{ pattern: /I have read it: .*?heliotrope/s, count: 2 }],
      sockets: 2,
    }),
  },
  'gemini-cli': agent('read_file', (file) => ({ file_path: file })),
  opencode: agent('read', (filePath) => ({ filePath }), { outside: ['registry.npmjs.org'] }),
  'qwen-code': agent('read_file', (file) => ({ file_path: file })),
  aider: scripted(
    { calls: [], text: EDIT },
    {
      output: [{ pattern: /The password is marigold\./, count: 1 }],
      modes: ['stream'],
      outside: ['raw.githubusercontent.com'],
    },
  ),
  continue: agent('Read', (filepath) => ({ filepath }), { outside: ['api.continue.dev'] }),
}
