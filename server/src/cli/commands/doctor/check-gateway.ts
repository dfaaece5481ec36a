/** Checks a running gateway: health, readiness, clock, the key, and its providers. */

import { CommandError } from '../../command-error.ts'
import { isObject, type Remote } from '../../remote.ts'
import { type Finding, fine, problem, warning } from './finding.ts'

const PROBE_MS = 3_000
const CLOCK_MS = 5_000
const BACKLOG_BYTES = 64 * 1024 ** 2

/** Returns null if nothing responds at the address. */
export async function checkGateway(remote: Remote, nowMs: number): Promise<readonly Finding[] | null> {
  const alive = await remote.probe('/healthz', PROBE_MS).catch(() => null)
  if (alive === null) return null
  if (alive.body['status'] !== 'alive')
    return [
      problem(
        'gateway',
        `The server at ${remote.url} is not Gatehouse.`,
        `GET /healthz returned HTTP ${alive.status}.`,
        'Set the gateway’s address with --url, or use another port.',
      ),
    ]
  const ready = await remote.probe('/readyz', PROBE_MS).catch(() => null)
  const findings = [fine('gateway', `${remote.url} responds, version ${alive.body['version']}`)]
  if (ready?.status !== 200)
    findings.push(
      problem(
        'ready',
        'The gateway is not ready.',
        JSON.stringify(ready?.body ?? 'no response'),
        'If it is starting or draining, wait. Otherwise read its log.',
      ),
    )
  else findings.push(...checkRecords(ready.body['records']))
  if (alive.dateMs !== null && Math.abs(alive.dateMs - nowMs) > CLOCK_MS)
    findings.push(
      warning(
        'clock',
        `the gateway’s clock is ${Math.round((alive.dateMs - nowMs) / 1000)} s from this machine’s`,
        'Set both clocks with NTP.',
      ),
    )
  return findings
}

function checkRecords(records: unknown): readonly Finding[] {
  if (!isObject(records)) return [fine('ready', 'ready')]
  const findings: Finding[] = []
  if (Number(records['lostRecords']) > 0)
    findings.push(
      problem(
        'records',
        `At least ${records['lostRecords']} records were lost.`,
        'The disk was full or failed.',
        'Free disk space and read the gateway’s log.',
      ),
    )
  if (Number(records['backlogBytes']) > BACKLOG_BYTES)
    findings.push(
      warning(
        'records',
        `${records['backlogBytes']} bytes of records are not in the store yet`,
        'They are safe. A faster disk or more cores help.',
      ),
    )
  return findings.length > 0 ? findings : [fine('ready', 'ready, all records are stored')]
}

export async function checkKey(remote: Remote): Promise<Finding> {
  if (!remote.hasKey) return fine('key', 'not set; with GATEWAY_API_KEY, doctor checks more')
  try {
    const { api_key: key } = await remote.get('/sessions/current')
    const { name, kind } = isObject(key) ? key : {}
    return fine('key', `"${name}" works, ${kind}`)
  } catch (error) {
    return findingOf('key', error)
  }
}

/** Makes the gateway send one small request per virtual key, which tests its network and credentials. */
export async function checkProviders(remote: Remote): Promise<readonly Finding[]> {
  try {
    const keys = await remote.list('/virtual-keys')
    if (keys.length === 0) return [fine('providers', 'no virtual keys to test')]
    return await Promise.all(
      keys.map((key) => checkProvider(remote, String(key['slug']), String(key['ai_provider_name']))),
    )
  } catch (error) {
    return [findingOf('providers', error)]
  }
}

async function checkProvider(remote: Remote, slug: string, provider: string): Promise<Finding> {
  const check = `virtual key ${slug}`
  try {
    const verdict = await remote.post(`/virtual-keys/${encodeURIComponent(slug)}/test`)
    if (verdict['ok'] === true) return fine(check, `${provider}: ${verdict['message']} (${verdict['duration_ms']} ms)`)
    return problem(
      check,
      `${provider} does not accept it.`,
      String(verdict['message']),
      `gatehouse virtual-keys rotate ${slug} --key-env NAME`,
    )
  } catch (error) {
    return findingOf(check, error)
  }
}

function findingOf(check: string, error: unknown): Finding {
  if (!(error instanceof CommandError)) throw error
  const { what, why, fix } = error.report
  return problem(check, what, why ?? '', fix ?? 'gatehouse keys whoami shows what the key may do.')
}
