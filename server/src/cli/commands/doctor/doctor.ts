/** `gatehouse doctor`: checks in order, each with its repair; exit code 1 when something is broken. */

import { loopbackAccess } from '../../../settings/loopback-access.ts'
import { type GatehouseSettings, readSettings, SettingsError } from '../../../settings.ts'
import type { Call } from '../../command.ts'
import { settingsOf } from '../gateway/settings-of.ts'
import { checkData } from './check-data.ts'
import { checkGateway, checkKey, checkProviders } from './check-gateway.ts'
import { type Finding, fine, problem, warning } from './finding.ts'

export async function doctor(call: Call): Promise<void> {
  const findings = await examine(call)
  const count = (verdict: Finding['verdict']) => findings.filter((finding) => finding.verdict === verdict).length
  const [problems, warnings] = [count('problem'), count('warning')]
  call.output.data({ problems, warnings, findings }, () =>
    [...findings.map((finding) => describe(call, finding)), summary(problems, warnings)].join('\n'),
  )
  if (problems > 0) process.exitCode = 1
}

async function examine(call: Call): Promise<readonly Finding[]> {
  const nowMs = Date.now()
  const remote = call.remote()
  const settings = settingsOrFinding(call)
  const gateway = await checkGateway(remote, nowMs)
  const inside =
    gateway === null ? [] : [await checkKey(remote), ...(call.has('providers') ? await checkProviders(remote) : [])]
  if (!('host' in settings)) return [settings, ...(gateway ?? []), ...inside]
  return [
    ...(gateway ?? [checkPort(settings, remote.url)]),
    fine('loopback', loopbackAccess(settings).text),
    ...checkData(settings, gateway !== null, nowMs),
    ...inside,
    ...(gateway === null && call.has('providers')
      ? [warning('providers', 'not tested: no gateway answers', 'gatehouse start')]
      : []),
  ]
}

function settingsOrFinding(call: Call): GatehouseSettings | Finding {
  try {
    return readSettings(settingsOf(call))
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return problem(
      'settings',
      'The environment cannot be used.',
      error.message,
      'gatehouse start --help lists every variable.',
    )
  }
}

/** Nobody answers: is the port free for a start? */
function checkPort({ host, port }: GatehouseSettings, url: string): Finding {
  try {
    void Bun.listen({ hostname: host, port, socket: { data() {} } }).stop(true)
    return fine('port', `no gateway answers at ${url}; port ${port} is free for "gatehouse start"`)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return problem(
      'port',
      `Port ${port} on ${host} cannot be used, and no gateway answers there.`,
      why,
      `gatehouse start --port ${port + 1}, or stop the program that has it.`,
    )
  }
}

function describe(call: Call, { verdict, check, what, why, fix }: Finding): string {
  const { green, red, yellow, bold } = call.output.colours
  const mark = { ok: green('✔'), warning: yellow('!'), problem: red('✖') }[verdict]
  return [
    `  ${mark} ${bold(check)}  ${what}`,
    ...(why ? [`      why   ${why}`] : []),
    ...(fix ? [`      fix   ${fix}`] : []),
  ].join('\n')
}

function summary(problems: number, warnings: number): string {
  if (problems + warnings === 0) return '  All is well.'
  return `  ${problems} problem${problems === 1 ? '' : 's'}, ${warnings} warning${warnings === 1 ? '' : 's'}`
}
