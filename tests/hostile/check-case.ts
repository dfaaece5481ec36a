/** Runs one case against a gateway and returns every deviation from the expected outcome. */

import type { GatewayProcess } from '../harness/start-gateway-process.ts'
import type { Case, Expected } from './case.ts'
import { expandText, type Names } from './expand-text.ts'
import type { HostileUpstream } from './hostile-upstream.ts'
import type { RawAnswer } from './raw-answer.ts'
import { requestBytes } from './request-bytes.ts'
import { type RawResult, sendRaw } from './send-raw.ts'

export type World = { readonly gateway: GatewayProcess; readonly upstream: HostileUpstream; readonly names: Names }

export type Checked = {
  readonly problems: readonly string[]
  /** Whether the gateway refused the request without calling the upstream. */
  readonly isRefused: boolean
}

/** Errors echo at most 64 characters of the input. An adjacent space or slash of the message may also be in the input. */
const MAX_ECHO = 66
/** A guardrail denied the request. */
const DENIED = 446
/** `.` or `..` between slashes, plain or encoded: some servers would leave the base path. */
const DOT_SEGMENT = /(?:\/|%2f|%5c|\\)(?:\.|%2e){1,2}(?:\/|%2f|%5c|\\|$)/i

export async function checkCase(one: Case, world: World): Promise<Checked> {
  const { gateway, upstream, names } = world
  const traceId = crypto.randomUUID()
  upstream.takeRequests()
  upstream.prepare(one.upstream ?? null, names)
  const { bytes, body } = requestBytes(one, names, traceId)
  const { expected } = one
  const result = await sendRaw({
    port: Number(new URL(gateway.url).port),
    bytes,
    pieceBytes: one.pieceBytes ?? null,
    answers: expected.sequence?.length ?? 1,
    leaveAfterBytes: one.leaveAfterBytes ?? null,
  })
  const answer = result.answers[0]
  const problems = [
    ...checkStatus(expected, result),
    ...(answer ? checkAnswer(one, answer, names) : []),
    ...(answer && expected.code !== undefined ? checkRefusal(expected, answer, bytes) : []),
    ...checkUpstream(expected, world, body),
  ]
  if (expected.record && problems.length === 0) problems.push(...(await checkRecord(expected.record, gateway, traceId)))
  if (gateway.process.child.exitCode !== null) problems.push('the gateway is dead')
  const isRefusal = expected.code !== undefined || expected.status === DENIED
  const isRefused = isRefusal && answer !== undefined && expected.upstreamContacted === false
  return { problems, isRefused }
}

function checkStatus(expected: Expected, result: RawResult): string[] {
  const allowed = Array.isArray(expected.status) ? (expected.status as readonly number[]) : [expected.status]
  const status = result.answers[0]?.status ?? (result.isClosed ? 0 : -1)
  const problems: string[] = []
  if (status === -1) problems.push(`no answer in time; got ${JSON.stringify(result.text)}`)
  else if (!allowed.includes(status)) {
    const said = result.answers[0]?.body.toString('utf8', 0, 300) ?? ''
    problems.push(`status ${status}, expected ${allowed.join(' or ')}: ${said}`)
  }
  if (expected.sequence) {
    const seen = result.answers.map((answer) => answer.status).join()
    if (seen !== expected.sequence.join()) problems.push(`answers ${seen}, expected ${expected.sequence.join()}`)
  }
  return problems
}

function checkAnswer(one: Case, answer: RawAnswer, names: Names): string[] {
  const problems: string[] = []
  const { expected } = one
  if (answer.status === 500 && expected.status !== 500) problems.push('an answer 500')
  if (expected.isCut && answer.isComplete && answer.status < 400) problems.push('a cut answer ended cleanly')
  if (!expected.isCut && one.leaveAfterBytes === undefined && !answer.isComplete)
    problems.push('the answer is not whole')
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    const seen = answer.headers[name] ?? null
    if (seen !== value)
      problems.push(`answer header ${name}: ${JSON.stringify(seen)}, expected ${JSON.stringify(value)}`)
  }
  if (expected.hides !== undefined && answer.body.includes(expected.hides))
    problems.push(`the answer contains ${JSON.stringify(expected.hides)}`)
  if (expected.body !== undefined) {
    const wanted = expandText(expected.body, names)
    if (!wanted.equals(answer.body)) {
      problems.push(`answer body of ${answer.body.length} bytes differs from the expected ${wanted.length}`)
    }
  }
  return problems
}

type Shape = { status?: unknown; message?: unknown; error?: Record<string, unknown> }

function checkRefusal(expected: Expected, answer: RawAnswer, input: Buffer): string[] {
  let shape: Shape
  try {
    shape = JSON.parse(answer.body.toString('utf8')) as Shape
  } catch {
    return [`not the error shape: ${answer.body.toString('utf8', 0, 200)}`]
  }
  if (shape.status !== 'failure' || !shape.error) return ['not a refusal of the gateway']
  const { error } = shape
  const problems: string[] = []
  const codes = [expected.code].flat()
  if (!codes.includes(String(error['code'])))
    problems.push(`code ${error['code']}, expected ${codes.join(' or ')}: ${error['message']}`)
  if (expected.param !== undefined && error['param'] !== expected.param) {
    problems.push(`param ${JSON.stringify(error['param'])}, expected ${JSON.stringify(expected.param)}`)
  }
  for (const name of ['message', 'type', 'hint', 'trace_id']) {
    if (typeof error[name] !== 'string' || error[name] === '') problems.push(`error.${name} is missing`)
  }
  if (answer.headers['x-gateway-trace-id'] !== error['trace_id'])
    problems.push('the trace id of header and body differ')
  const echoed = longestEcho(answer.body.toString('utf8'), input)
  if (echoed !== null) problems.push(`echoes more than ${MAX_ECHO} characters of input: ${echoed}`)
  return problems
}

/** The caller's trace id is returned whole (up to 128 characters); no other input of that length may be. */
function longestEcho(body: string, input: Buffer): string | null {
  const heard = input.toString('utf8', 0, 256 * 1024)
  const texts: string[] = []
  JSON.parse(body, (name, value: unknown) => {
    if (typeof value === 'string' && name !== 'trace_id') texts.push(value)
    return value
  })
  for (const text of texts) {
    for (let at = 0; at + MAX_ECHO < text.length; at++) {
      const piece = text.slice(at, at + MAX_ECHO + 1)
      if (heard.includes(piece)) return piece
    }
  }
  return null
}

function checkUpstream(expected: Expected, { upstream, names }: World, body: Buffer): string[] {
  const requests = upstream.takeRequests()
  const problems: string[] = []
  const wanted = expected.upstreamContacted
  if (wanted !== 'either' && requests.length > 0 !== wanted) {
    problems.push(`the upstream got ${requests.length} requests, expected ${wanted ? 'some' : 'none'}`)
  }
  const request = requests[0]
  if (!request) return problems
  if (expected.bodyForwarded && !body.equals(request.body)) {
    problems.push(`the upstream got another body: ${request.text.slice(0, 100)}`)
  }
  for (const [name, value] of Object.entries(expected.forwarded ?? {})) {
    const seen = request.rawHeaders.find(([other]) => other.toLowerCase() === name)?.[1] ?? null
    if (seen !== value)
      problems.push(`upstream header ${name}: ${JSON.stringify(seen)}, expected ${JSON.stringify(value)}`)
  }
  if (expected.forwardedPath !== undefined && request.target !== expected.forwardedPath) {
    problems.push(`upstream path ${request.target}, expected ${expected.forwardedPath}`)
  }
  if (!request.path.startsWith('/v1/') || DOT_SEGMENT.test(request.path))
    problems.push(`the base path was left: ${request.target}`)
  // Checked in every case: the gateway key must never reach an upstream.
  const everything = JSON.stringify(request.rawHeaders)
  if (everything.includes(names['KEY']!) || everything.includes(names['ADMIN']!))
    problems.push('the gateway key leaked upstream')
  return problems
}

async function checkRecord(
  wanted: Readonly<Record<string, unknown>>,
  gateway: GatewayProcess,
  traceId: string,
): Promise<string[]> {
  const record = (await gateway.waitForLog(traceId)) as Readonly<Record<string, unknown>>
  return Object.entries(wanted)
    .filter(([name, value]) => !fits(record[name], value))
    .map(
      ([name, value]) =>
        `record ${name}: ${JSON.stringify(record[name])?.slice(0, 200)}, expected ${JSON.stringify(value)}`,
    )
}

/** Compares only the named fields of an object: a record may have more. */
function fits(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Bun.deepEquals(actual, expected)
  if (typeof actual !== 'object' || actual === null) return false
  return Object.entries(expected).every(([name, value]) => Bun.deepEquals(Reflect.get(actual, name), value))
}
