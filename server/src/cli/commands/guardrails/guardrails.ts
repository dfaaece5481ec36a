/** `gatehouse guardrails`: manages and tests saved guardrails. */

import { basename, extname } from 'node:path'
import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'
import { readObject, readText } from '../../input/read-file.ts'
import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { masksIn, resolveSecrets } from '../kinds/secret-reference.ts'

const PATH = '/guardrails'

export async function listGuardrails(call: Call): Promise<void> {
  const rows = await call.remote().list(PATH)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['SLUG', (row) => String(row['slug'])],
        ['NAME', (row) => String(row['name'])],
        ['OF', (row) => String(row['type'])],
        ['VERSION', (row) => Number(row['version'])],
        ['CHANGED', (row) => timeOf(row['last_updated_at'])],
      ],
      'No guardrails. Create one: gatehouse guardrails create no-falcon.json',
    ),
  )
}

/** Always prints JSON, so that the output can be saved as a file. */
export async function getGuardrail(call: Call): Promise<void> {
  const [slug = ''] = call.operands
  const version = call.text('version')
  const query = version === null ? {} : { version_id: version }
  const { name, checks, actions } = await call.remote().get(pathOf(slug), query)
  call.output.text(`${JSON.stringify({ name, checks, actions }, null, 2)}\n`)
}

export async function listGuardrailVersions(call: Call): Promise<void> {
  const rows = await call.remote().list(`${pathOf(call.operands[0] ?? '')}/versions`)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['VERSION', (row) => Number(row['version'])],
        ['ID', (row) => String(row['version_id'])],
        ['CHECKS', (row) => objectsOf(row['checks']).length],
        ['BY', (row) => String(row['created_by_name'] ?? row['created_by'])],
        ['SAVED', (row) => timeOf(row['created_at'])],
      ],
      'No versions.',
    ),
  )
}

export async function createGuardrail(call: Call): Promise<void> {
  const [path = ''] = call.operands
  const remote = call.remote()
  const { type, ...file } = await fileAt(path)
  const isOfOrganisation = call.has('organisation') || type === 'organisation'
  const client = isOfOrganisation ? remote.within(null) : remote
  const home = isOfOrganisation ? { organisation_id: (await client.get('/admin/organisation'))['id'] } : {}
  const name = path === '-' ? 'From the command line' : basename(path, extname(path))
  const made = await client.post(PATH, { name, ...resolveSecrets(file), ...home })
  call.output.warnings(made)
  call.output.data(made, () =>
    [`Created ${made['slug']}.`, `  use  "input_guardrails": ["${made['slug']}"] in a config`].join('\n'),
  )
}

export async function updateGuardrail(call: Call): Promise<void> {
  const [slug = '', path = ''] = call.operands
  const remote = call.remote()
  const { slug: _slug, id: _id, type: _type, ...file } = await fileAt(path)
  const before = await remote.get(pathOf(slug))
  const change = resolveSecrets(file, masksIn({ checks: before['checks'] }))
  const changed = await remote.put(pathOf(slug), change)
  call.output.warnings(changed)
  call.output.data(changed, () =>
    changed['version_id'] === before['version_id']
      ? `${changed['slug']}: checks and actions are unchanged (version ${changed['version']}).`
      : `Saved version ${changed['version']} of ${changed['slug']}.`,
  )
}

export async function deleteGuardrail(call: Call): Promise<void> {
  const [slug = ''] = call.operands
  const remote = call.remote()
  const { name } = await remote.get(pathOf(slug))
  await confirm(call, `Delete guardrail ${slug} (${name})?`)
  await remote.delete(pathOf(slug))
  call.output.data({ deleted: slug }, () => `Deleted guardrail ${slug}.`)
}

export async function testGuardrail(call: Call): Promise<void> {
  const [named = ''] = call.operands
  const [text, log] = [call.text('text'), call.text('log')]
  if ((text === null) === (log === null)) throw usageError('Use --text or --log.', 'guardrails test')
  const isFile = named === '-' || named.endsWith('.json')
  const { checks, actions } = isFile ? resolveSecrets(await fileAt(named)) : {}
  const body = {
    ...(isFile ? { checks, ...(actions !== undefined && { actions }) } : { guardrail: named }),
    direction: call.text('direction') ?? 'input',
    ...(text === null ? { log_id: log } : { text: text === '-' ? await readText('-') : text }),
  }
  const result = await call.remote().post(`${PATH}/test`, body)
  call.output.data(result, () => resultText(result))
  if (result['status'] !== 200) process.exitCode = 1
}

function resultText(result: JsonObject): string {
  const hooks = isObject(result['hook_results']) ? Object.values(result['hook_results']).flatMap(objectsOf) : []
  const checks = hooks.flatMap((hook) => objectsOf(hook['checks']))
  const lines = checks.map((check) => {
    const error = isObject(check['error']) ? `  ${check['error']['message']}` : ''
    return `  ${check['verdict'] === true ? 'passed' : 'failed'}  ${check['id']}${error}`
  })
  const verdict = result['status'] === 200 ? 'Passed' : result['status'] === 446 ? 'Denied' : 'Failed, allowed'
  const isChanged = hooks.some((hook) => hook['transformed'] === true) && typeof result['text'] === 'string'
  return [`${verdict} (${result['status']}).`, ...lines, ...(isChanged ? ['', String(result['text'])] : [])].join('\n')
}

async function fileAt(path: string): Promise<JsonObject> {
  const { $schema: _schema, ...file } = await readObject(path)
  if (Array.isArray(file['checks'])) return file
  throw new CommandError({ what: `${path} has no "checks".`, fix: 'See gatehouse guardrails get for an example.' })
}

function timeOf(value: unknown): string {
  return String(value).slice(0, 16).replace('T', ' ')
}

function pathOf(slug: string): string {
  return `${PATH}/${encodeURIComponent(slug)}`
}
