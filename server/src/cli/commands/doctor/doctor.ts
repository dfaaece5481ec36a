/** `gatehouse doctor`: runs the checks in order and shows how to fix each problem. Exit code 1 if there is one. */

import { resolveSettings, SecretStoreUnreachable } from '../../../app/resolve-settings.ts'
import { loopbackAccess } from '../../../settings/loopback-access.ts'
import { type GatehouseSettings, SettingsError } from '../../../settings.ts'
import type { Call } from '../../command.ts'
import { settingsOf } from '../gateway/settings-of.ts'
import { checkData } from './check-data.ts'
import { checkGateway, checkKey, checkProviders } from './check-gateway.ts'
import { checkTls } from './check-tls.ts'
import { type Finding, fine, problem, warning } from './finding.ts'

export async function doctor(call: Call): Promise<void> {
  const findings = await examine(call)
  const count = (verdict: Finding['verdict']) => findings.filter((finding) => finding.verdict === verdict).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const width = Math.max(...findings.map(({ check }) => check.length))
  call.output.data({ problems, warnings, findings }, () =>
    [...findings.map((finding) => describe(call, finding, width)), '', summary(problems, warnings)].join('\n'),
  )
  if (problems > 0) process.exitCode = 1
}

async function examine(call: Call): Promise<readonly Finding[]> {
  const nowMs = Date.now()
  const remote = call.remote()
  const settings = await settingsOrFinding(call)
  const gateway = await checkGateway(remote, nowMs)
  const inside =
    gateway === null ? [] : [await checkKey(remote), ...(call.has('providers') ? await checkProviders(remote) : [])]
  if (!('host' in settings)) return [settings, ...(gateway ?? []), ...inside]
  return [
    ...(gateway ?? [checkPort(settings, remote.url)]),
    fine('loopback', loopbackAccess(settings).text),
    ...(await checkTls(settings, nowMs)),
    ...checkData(settings, gateway !== null, nowMs),
    ...inside,
    ...(gateway === null && call.has('providers')
      ? [warning('providers', 'not tested: no gateway responds', 'gatehouse start')]
      : []),
  ]
}

async function settingsOrFinding(call: Call): Promise<GatehouseSettings | Finding> {
  try {
    return await resolveSettings(settingsOf(call), { waitMs: 0 })
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof SecretStoreUnreachable)) throw error
    return problem('settings', 'A setting is invalid.', error.message, 'gatehouse start --help lists every variable.')
  }
}

/** Called if no gateway responds: checks whether the port is free. */
function checkPort({ host, port }: GatehouseSettings, url: string): Finding {
  try {
    void Bun.listen({ hostname: host, port, socket: { data() {} } }).stop(true)
    return fine('port', `no gateway responds at ${url}; port ${port} is free for "gatehouse start"`)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return problem(
      'port',
      `Port ${port} on ${host} cannot be used, and no gateway responds there.`,
      why,
      `gatehouse start --port ${port + 1}, or stop the program that uses it.`,
    )
  }
}

function describe(call: Call, { verdict, check, what, why, fix }: Finding, width: number): string {
  const { green, red, yellow, bold } = call.output.colours
  const mark = { ok: green('✔'), warning: yellow('!'), problem: red('✖') }[verdict]
  return [
    `  ${mark} ${bold(check.padEnd(width))}  ${what}`,
    ...(why ? [`      why   ${why}`] : []),
    ...(fix ? [`      fix   ${fix}`] : []),
  ].join('\n')
}

function summary(problems: number, warnings: number): string {
  if (problems + warnings === 0) return '  No problems found.'
  return `  ${problems} problem${problems === 1 ? '' : 's'}, ${warnings} warning${warnings === 1 ? '' : 's'}`
}
