/** Measures the CPU time to render a chat prompt with 20 variables (limit: 50 µs). `bun bench/prompts.ts [runs]`. */

import { PromptSession } from '../server/src/gateway/prompts/prompt-session.ts'
import { StoredPrompts } from '../server/src/gateway/prompts/stored-prompts.ts'

const RUNS = Number(process.argv[2] ?? 50_000)
const WARM_UP = 5_000
const BAR_MICROS = 50

const names = Array.from({ length: 20 }, (_, i) => `variable_${i}`)
const messages = [
  {
    role: 'system',
    content: `You help. ${names
      .slice(0, 10)
      .map((name) => `About ${name}: {{${name}}}.`)
      .join('\n')}`,
  },
  {
    role: 'user',
    content: names
      .slice(10)
      .map((name) => `{{${name}}}`)
      .join(' and '),
  },
]
const content = {
  string: JSON.stringify(messages),
  parameters: { temperature: 0.2, max_tokens: 100 },
  model: 'gpt-4o-mini',
  virtualKey: null,
  functions: null,
  tools: null,
  toolChoice: null,
  templateMetadata: null,
  isRaw: false,
}
const version = { id: 'v', number: 1, content, description: null, partials: [], createdBy: 'b', createdAtMs: 0 }
const home = { organisationId: 'o', workspaceId: 'w' }
const prompt = {
  id: 'p',
  ...home,
  slug: 'pp-bench',
  name: 'Bench',
  collectionId: null,
  latestNumber: 1,
  publishedNumber: 1,
  createdBy: 'b',
  updatedBy: 'b',
  createdAtMs: 0,
  updatedAtMs: 0,
}
const saved = {
  find: async () => prompt,
  findVersion: async () => version,
  labels: async () => [],
  list: async () => ({ rows: [], total: 0 }),
}
const prompts = new StoredPrompts({
  stores: { prompts: saved, partials: saved, labels: { named: async () => new Map<string, string>() } },
})
const variables = Object.fromEntries(names.map((name) => [name, `the value of ${name}, with "quotes" in it`]))
const bytes = Buffer.from(JSON.stringify({ variables, temperature: 1 }))
const body = JSON.parse(bytes.toString()) as Record<string, unknown>

async function render(times: number): Promise<void> {
  for (let i = 0; i < times; i++) await new PromptSession(prompts, home, body, bytes).call('pp-bench')
}

await render(WARM_UP)
const before = process.cpuUsage()
await render(RUNS)
const { user, system } = process.cpuUsage(before)
const micros = (user + system) / RUNS
console.log(`rendering a chat prompt with 20 variables: ${micros.toFixed(1)} µs of CPU (limit ${BAR_MICROS} µs)`)
process.exitCode = micros <= BAR_MICROS ? 0 : 1
