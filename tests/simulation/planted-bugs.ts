/** Bugs that are planted into copies of the source. The simulation must find every one of them. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Engine } from './engine.ts'

const SOURCE = resolve(import.meta.dir, '../../server/src')

const FILES = {
  plan: 'gateway/plan/run-plan.ts',
  circuit: 'policies/circuit.ts',
  backoff: 'policies/backoff.ts',
} as const

export type PlantedBug = {
  readonly name: string
  readonly file: keyof typeof FILES
  readonly before: string
  readonly after: string
}

const bug = (name: string, file: keyof typeof FILES, before: string, after: string): PlantedBug => ({
  name,
  file,
  before,
  after,
})

export const PLANTED_BUGS: readonly PlantedBug[] = [
  bug('one retry too many', 'plan', '|| retry >= retries', '|| retry > retries'),
  bug('one retry too few', 'plan', '|| retry >= retries', '|| retry + 1 >= retries'),
  bug(
    'retry on a status that is not listed',
    'plan',
    'isNetwork || target.retry.on.has(',
    'isNetwork || !target.retry.on.has(',
  ),
  bug('our own timeout is retried like a network failure', 'plan', " && outcome.error.code !== 'request_timeout'", ''),
  bug(
    'fallback on a status that is not listed',
    'plan',
    'i === last || !route.on[i]!.has(outcome.status)',
    'i === last',
  ),
  bug('fallback asks the codes of the next target', 'plan', '!route.on[i]!.has(', '!route.on[i + 1]!.has('),
  bug('fallback skips a target', 'plan', 'before = outcome\n', 'before = outcome\n      i++\n'),
  bug('the wait is forgotten', 'plan', 'await this.environment.wait(waitMs)', 'true'),
  bug('a caller who left during the wait is served on', 'plan', 'return stayed', 'return true'),
  bug('the wait does not double', 'backoff', '2 ** (retryIndex - 1)', '1'),
  bug('Retry-After is ignored', 'plan', 'if (retryAfterMs === null) return', 'return'),
  bug(
    'Retry-After is waited for without a limit',
    'plan',
    'retryAfterMs <= LONGEST_RETRY_AFTER_MS',
    'retryAfterMs <= 1e9',
  ),
  bug('the buffered response is lost', 'plan', 'this.#earlier = earlier', 'void earlier'),
  bug('a response too large to buffer is sent', 'plan', 'if (await earlier.isBuffered) return', 'return'),
  bug('a response we fall back from is not read', 'plan', 'this.buffer(outcome)\n      before', 'before'),
  bug(
    'the plan waits for the body of a failed response',
    'plan',
    'this.buffer(outcome)\n      before',
    'this.buffer(outcome)\n      await this.#earlier?.isBuffered\n      before',
  ),
  bug(
    'a buffered response hides the one before it',
    'plan',
    '{ answered, isBuffered, before: this.#earlier }',
    '{ answered, isBuffered, before: null }',
  ),
  bug(
    'one call more than a request may make',
    'plan',
    'if (this.environment.attemptsLeft() > 0)',
    'if (this.environment.attemptsLeft() >= 0)',
  ),
  bug(
    'one call fewer than a request may make',
    'plan',
    'if (this.environment.attemptsLeft() > 0)',
    'if (this.environment.attemptsLeft() > 1)',
  ),
  bug('the call limit is not explained', 'plan', "'call_limit',", "'planned',"),
  bug(
    'the last call is thought to have a next one',
    'plan',
    'this.environment.attemptsLeft() > 1 ? following',
    'true ? following',
  ),
  bug(
    'a call is not told of the groups around it',
    'plan',
    'statuses.has(status) || next?.(status) === true',
    'statuses.has(status)',
  ),
  bug(
    'an upload is sent twice',
    'plan',
    'if (!this.environment.isReplayable()) return this.stay(outcome, target.configPath)',
    '',
  ),
  bug('the last chance is not recognised', 'plan', 'policy && retry < retries ?', 'policy && retry <= retries ?'),
  bug('used up retries are counted as a success', 'plan', 'wants && retries > 0 ? -1 : retry', 'retry'),
  bug('a fallback is not explained', 'plan', "'fallback',", "'planned',"),
  bug(
    'the circuit is not asked',
    'plan',
    'return circuit ? this.runGuarded',
    'return circuit === undefined ? this.runGuarded',
  ),
  bug('an open circuit is drawn', 'plan', '? weight : 0', '? weight : weight'),
  bug(
    'the circuit counts every retry group as neutral',
    'plan',
    "outcome.kind === 'failed' && outcome.error.code !== 'overloaded' ? 'failure' : 'neutral'",
    "'neutral'",
  ),
  bug('all open does not say when', 'plan', 'outcome.retryAtMs - environment.clockMs()', '0'),
  bug(
    'the latest probe is named instead of the soonest',
    'plan',
    'skipped.retryAtMs < before.retryAtMs',
    'skipped.retryAtMs > before.retryAtMs',
  ),
  bug('a plain 500 counts as success', 'circuit', 'status < 500 ?', 'status <= 500 ?'),
  bug(
    'the circuit opens one failure late',
    'circuit',
    '>= this.rules.failureThreshold',
    '> this.rules.failureThreshold',
  ),
  bug(
    'the percentage applies one request early',
    'circuit',
    'calls >= minimumRequests',
    'calls >= minimumRequests - 1',
  ),
  bug('the percentage must be exceeded', 'circuit', 'failed * 100 >= ', 'failed * 100 > '),
  bug(
    'the cooldown ends early',
    'circuit',
    'nowMs < this.#openedAtMs + this.rules.cooldownMs',
    'nowMs < this.#openedAtMs + this.rules.cooldownMs / 2',
  ),
  bug(
    'a probe does not free its place',
    'circuit',
    "this.#probe = null\n    if (result === 'success')",
    "if (result === 'success')",
  ),
  bug('two probes at a time', 'circuit', "(state === 'half_open' && this.#probe !== null)", 'false'),
  bug('a failed probe leaves the circuit half open', 'circuit', "else if (result === 'failure') this.#open(nowMs)", ''),
  bug(
    'a success does not clear the failures',
    'circuit',
    "if (result === 'success') {\n      this.#failures = 0\n",
    "if (result === 'success') {\n",
  ),
  bug('a sticky caller is drawn again', 'plan', '    request.stickyId,', '    routing.random(),'),
  bug(
    'the second condition wins over the first',
    'plan',
    'if (!condition.matches(facts)) continue',
    'if (condition.matches(facts)) continue',
  ),
]

/** Loads a copy of the planner with the bug. Throws if the source no longer contains the text to replace. */
export async function loadWith(planted: PlantedBug, folder: string): Promise<Engine> {
  const own = join(folder, planted.name.replaceAll(/\W+/g, '-'))
  mkdirSync(own, { recursive: true })
  const names = new Set(Object.values(FILES).map((path) => basename(path)))
  for (const [key, path] of Object.entries(FILES)) {
    let text = readFileSync(join(SOURCE, path), 'utf8')
    if (key === planted.file) {
      if (!text.includes(planted.before)) throw new Error(`"${planted.name}" no longer fits ${path}: ${planted.before}`)
      text = text.replaceAll(planted.before, () => planted.after)
    }
    // The copies import each other, and the original of everything else, so that `instanceof GatewayError` works.
    const placed = text.replaceAll(/from '(\.[^']+)'/g, (_, from: string) =>
      names.has(basename(from)) ? `from './${basename(from)}'` : `from '${resolve(SOURCE, dirname(path), from)}'`,
    )
    writeFileSync(join(own, basename(path)), placed)
  }
  const [plan, circuit] = await Promise.all([import(join(own, 'run-plan.ts')), import(join(own, 'circuit.ts'))])
  return { runPlan: (plan as Engine).runPlan, Circuit: (circuit as Engine).Circuit }
}
