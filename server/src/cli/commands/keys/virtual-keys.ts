/** `gatehouse virtual-keys`: manages provider credentials stored in the gateway. */

import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'
import { readPair, readRate } from '../../input/read-amount.ts'
import { readSecret } from '../../input/read-file.ts'
import { isObject, type JsonObject, objectsOf } from '../../remote.ts'

export async function listVirtualKeys(call: Call): Promise<void> {
  const rows = await call.remote().list('/virtual-keys')
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['SLUG', (row) => String(row['slug'])],
        ['PROVIDER', (row) => String(row['ai_provider_name'])],
        ['STATUS', (row) => String(row['status'])],
        ['BUDGET', (row) => amount(row, 'credit_limit')],
        ['USED', (row) => amount(row, 'current_usage')],
        ['RESETS', (row) => resetOf(row)],
        ['CREDENTIALS', (row) => objectsOf(row['keys']).length],
        ['HOST', (row) => (row['custom_host'] === null ? '' : String(row['custom_host']))],
        ['NAME', (row) => String(row['name'])],
      ],
      'No virtual keys. Create one: gatehouse virtual-keys create openai-main --provider openai --key-env OPENAI_API_KEY',
    ),
  )
}

/** Dollars with two decimals, or tokens. */
function amount(row: JsonObject, name: 'credit_limit' | 'current_usage'): string {
  const budget = row['usage_limits']
  if (!isObject(budget)) return '-'
  const value = budget[name]
  if (typeof value !== 'number') return '-'
  return budget['type'] === 'tokens' ? `${value} tokens` : `$${value.toFixed(2)}`
}

function resetOf(row: JsonObject): string {
  const budget = row['usage_limits']
  if (!isObject(budget)) return '-'
  const at = budget['next_usage_reset_at']
  return typeof at === 'string' ? at.slice(0, 10) : 'never'
}

export async function createVirtualKey(call: Call): Promise<void> {
  const [slug = ''] = call.operands
  const provider = call.text('provider')
  if (provider === null) throw usageError('--provider is missing.', 'virtual-keys create')
  const secret = await readSecret(call)
  const [host, rate] = [call.text('host'), call.text('rate-limit')]
  const made = await call.remote().post('/virtual-keys', {
    slug,
    name: call.text('name') ?? slug,
    provider,
    ...(secret !== null && { key: secret }),
    ...(host !== null && { custom_host: host }),
    ...(rate !== null && { rate_limits: [readRate(rate)] }),
    ...budgetOf(call, 'virtual-keys create'),
    ...Object.fromEntries(call.texts('set').map((pair) => readPair('set', pair))),
  })
  call.output.data(made, () =>
    [
      `Created virtual key ${made['slug']}.`,
      ...(call.has('test') ? [] : [`  test  gatehouse virtual-keys test ${made['slug']}`]),
      `  use   "model": "@${made['slug']}/<model>", or the header x-gateway-virtual-key: ${made['slug']}`,
    ].join('\n'),
  )
  if (call.has('test')) await testCreated(call, String(made['slug']))
}

/** The budget from `--budget` and `--reset`; empty if there is none. */
export function budgetOf(call: Call, command: string): JsonObject {
  const text = call.text('budget')
  const reset = call.text('reset')
  if (text === null) {
    if (reset !== null) throw usageError('--reset needs --budget.', command)
    return {}
  }
  if (!/^\d+(\.\d+)?$/.test(text))
    throw usageError(`--budget must be an amount in US dollars such as 50, not "${text}".`)
  return {
    usage_limits: { type: 'cost', credit_limit: Number(text), ...(reset !== null && { periodic_reset: reset }) },
  }
}

export async function testVirtualKey(call: Call): Promise<void> {
  const { slug, verdict } = await runTest(call, call.operands[0] ?? '')
  call.output.data(verdict, () => verdictLine(call, slug, verdict))
  assertWorks(slug, verdict)
}

/** stdout has the created key, so the test result goes to stderr. It still sets the exit code. */
async function testCreated(call: Call, wanted: string): Promise<void> {
  const { slug, verdict } = await runTest(call, wanted)
  call.output.note(verdictLine(call, slug, verdict))
  assertWorks(slug, verdict)
}

async function runTest(call: Call, slug: string): Promise<{ slug: string; verdict: JsonObject }> {
  const model = call.text('model')
  const verdict = await call.remote().post(`/virtual-keys/${encodeURIComponent(slug)}/test`, {
    ...(model !== null && { model }),
  })
  return { slug, verdict }
}

function verdictLine(call: Call, slug: string, verdict: JsonObject): string {
  const { green, red } = call.output.colours
  const mark = verdict['ok'] === true ? green('✔') : red('✖')
  return `${mark} ${slug}: ${verdict['message']} (${verdict['duration_ms']} ms)`
}

function assertWorks(slug: string, verdict: JsonObject): void {
  if (verdict['ok'] === true) return
  throw new CommandError({
    what: `Virtual key ${slug} does not work.`,
    why: String(verdict['message']),
    fix: `Store another credential: gatehouse virtual-keys rotate ${slug} --key-env NAME`,
  })
}

export async function rotateVirtualKey(call: Call): Promise<void> {
  const [slug = ''] = call.operands
  const secret = await readSecret(call)
  if (secret === null)
    throw usageError('The new credential is missing: --key-env or --key-file.', 'virtual-keys rotate')
  const changed = await call.remote().put(`/virtual-keys/${encodeURIComponent(slug)}`, { key: secret })
  call.output.data(
    changed,
    () => `Virtual key ${slug} has the new credential. Test it: gatehouse virtual-keys test ${slug}`,
  )
}

export async function deleteVirtualKey(call: Call): Promise<void> {
  const [slug = ''] = call.operands
  const remote = call.remote()
  const key = await remote.get(`/virtual-keys/${encodeURIComponent(slug)}`)
  await confirm(call, `Delete virtual key ${slug} (${key['ai_provider_name']}) and its credential?`)
  await remote.delete(`/virtual-keys/${encodeURIComponent(slug)}`)
  call.output.data({ deleted: slug }, () => `Deleted virtual key ${slug}.`)
}
