/** Runs a saved or unsaved guardrail over a text, a body or a logged request. */

import { z } from 'zod'
import { ENDPOINTS, type EndpointName } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import type { GuardrailExaminer } from '../../core/guardrails/guardrail-examiner.ts'
import type { GuardrailTester, GuardrailTrial } from '../../core/guardrails/guardrail-tester.ts'
import { DEFAULT_ACTIONS, type Direction, type GuardrailSpec } from '../../core/guardrails/guardrails.ts'
import { hookResults } from '../../core/guardrails/hook-results.ts'
import { withLowerCaseNames } from '../../core/headers.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import type { GuardrailTexts, GuardrailVersion, SavedCheck, SavedGuardrail } from '../../core/stores/guardrails.ts'
import { ownedLimits } from '../../core/stores/limits.ts'
import { Throttle, type ThrottleTerms } from '../../core/throttle.ts'
import { scopeMissing } from '../access/reach.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { hookResultsSchema } from '../logs/hook-results-wire.ts'
import { actions, actionsIn, check, checksIn, MAX_CHECKS } from './guardrail-wire.ts'
import { requireValid } from './require-valid.ts'

export type TestPorts = {
  readonly texts: GuardrailTexts
  readonly examiner: GuardrailExaminer
  readonly tester: GuardrailTester
  readonly logs: Pick<LogReader, 'read'>
}

/** Longer texts would block other requests, because tests do not use the worker thread for large bodies. */
const MAX_TEXT = 256 * 1024
/** Limit on tests per workspace, because no budget limits the webhook calls of a test. Each node counts separately. */
const OF_WORKSPACE: ThrottleTerms = { burst: 60, intervalMs: 2_000 }

/** The formats of bodies that can be tested. */
const FORMATS = [
  'chat.completions',
  'completions',
  'messages',
  'responses',
  'gemini.generate',
  'embeddings',
] as const satisfies readonly EndpointName[]

const testBody = z.strictObject({
  guardrail: z.string().trim().min(1).max(128).optional().describe('Slug or id of a saved guardrail.'),
  checks: z
    .array(check)
    .min(1)
    .max(MAX_CHECKS)
    .optional()
    .describe('Checks to run instead of those of the saved guardrail, whose masked secrets they may contain.'),
  actions: actions.optional().describe('Default: those of the saved guardrail.'),
  direction: z.enum(['input', 'output']).default('input').describe('Whether to test as a request or as a response.'),
  text: z.string().max(MAX_TEXT).optional().describe('Tested as a message of the user, or as the reply of a model.'),
  body: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('A request, or a response if direction is output, in the format of `endpoint`.'),
  endpoint: z.enum(FORMATS).default('chat.completions').describe('The format of `body`.'),
  log_id: z.string().max(128).optional().describe('Tests the logged body. Requires the scope logs.view.'),
  metadata: z.record(z.string(), z.unknown()).optional().describe('Metadata of the request, for checks that use it.'),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe('Headers of the request, for checks that use them. They are not sent anywhere.'),
  workspace_id: z.string().max(128).optional(),
})

type TestBody = z.infer<typeof testBody>
type Call = OperationCall<unknown, TestBody>

export function testGuardrail(ports: TestPorts): Operation {
  const tests = new Throttle(OF_WORKSPACE)
  return endpoint({
    name: 'guardrails.test',
    method: 'POST',
    path: '/guardrails/test',
    summary: 'Test a guardrail',
    description:
      'Runs it over a text, a body or a logged request, as if it were neither async nor in shadow mode. Webhooks are called, and models are charged to the workspace. Nothing is stored.',
    permission: { scope: 'guardrails.invoke' },
    body: testBody,
    reply: z.object({
      object: z.literal('guardrail_test'),
      status: z.union([z.literal(200), z.literal(246), z.literal(446)]).describe('The status that a caller would get.'),
      hook_results: hookResultsSchema,
      text: z.string().nullable().describe('The text as the guardrail changed it. Null if no text was sent.'),
      body: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe('The body as the guardrail changed it. Null if a text was sent.'),
      matches: z
        .array(z.object({ check: z.string(), label: z.string(), start: z.number(), end: z.number() }))
        .describe(
          'Where checks found something in the text that was sent, in UTF-16 code units. Empty if none was sent.',
        ),
    }),
    example: {
      body: {
        checks: [{ id: 'default.contains', parameters: { words: ['Project Falcon'], operator: 'none' } }],
        actions: { deny: true },
        text: 'What is Project Falcon?',
      },
    },
    async handle(call) {
      const spec = await specOf(call, ports)
      const subject = await subjectOf(call, ports)
      limit(tests, call)
      const { status, result, body, texts, matches } = await ports.tester.run({
        ...subject,
        spec,
        direction: call.body.direction,
        owner: await ownerOf(call),
      })
      const isText = call.body.text !== undefined
      return {
        object: 'guardrail_test' as const,
        status,
        hook_results: hookResults([result]),
        text: isText ? texts.join('\n') : null,
        body: isText ? null : body,
        matches: isText ? matches.map((match) => ({ ...match })) : [],
      }
    },
  })
}

function limit(tests: Throttle, { workspaceId, nowMs }: Call): void {
  const retryAfterMs = tests.take(workspaceId, 1, nowMs)
  if (retryAfterMs > 0)
    throw new GatewayError('rate_limited', {
      message: 'Too many guardrails were tested in this workspace.',
      hint: 'Wait for the time in Retry-After.',
      retryAfterMs,
    })
}

async function specOf(call: Call, { texts, examiner }: TestPorts): Promise<GuardrailSpec> {
  const { body, principal } = call
  const saved = body.guardrail === undefined ? null : await findSaved(call, body.guardrail)
  if (saved === null && body.checks === undefined) throw wrong('checks', 'send a guardrail or checks')
  const checks = body.checks ? texts.restore(checksIn(body.checks), saved?.version ?? null) : null
  if (checks) requireValid(examiner, checks)
  const own = body.actions === undefined ? null : actionsIn(body.actions)
  return {
    id: saved?.slug ?? 'test',
    versionId: checks === null ? (saved?.version.id ?? null) : null,
    source: 'config',
    checks: checks ?? texts.open(saved!.version),
    actions: own ?? saved?.version.actions ?? DEFAULT_ACTIONS,
    isTrusted: principal.isTrusted || isTrusted(call, saved?.version, checks, texts),
    isOfOrganisation: saved?.workspaceId === null,
  }
}

/**
 * Whether the checks may call private hosts. Unsaved checks may use only the origins of the saved checks, and only if
 * the caller could save them. Otherwise a caller could reach every path of a private server.
 */
function isTrusted(
  { principal, reach }: Call,
  version: GuardrailVersion | undefined,
  checks: readonly SavedCheck[] | null,
  texts: GuardrailTexts,
): boolean {
  if (version?.isTrusted !== true) return false
  if (checks === null) return true
  if (!principal.holds('guardrails.update', reach.workspaceId)) return false
  const known = texts.originsOf(texts.open(version))
  return texts.originsOf(checks).every((origin) => known.includes(origin))
}

async function findSaved({ stores, reach }: Call, name: string): Promise<SavedGuardrail> {
  const found = await stores.guardrails.find(reach, name)
  if (found) return found
  throw new GatewayError('not_found', {
    param: 'guardrail',
    message: 'No guardrail with this slug or id exists.',
    hint: 'GET /v1/guardrails lists them.',
  })
}

type Subject = Omit<GuardrailTrial, 'spec' | 'direction' | 'owner'>

async function subjectOf(call: Call, ports: TestPorts): Promise<Subject> {
  const { text, body, log_id: logId, endpoint, direction, metadata = {}, headers = {} } = call.body
  const given = [text, body, logId].filter((value) => value !== undefined).length
  if (given !== 1) throw wrong('text', 'send exactly one of text, body and log_id')
  const request = { requestBody: null, provider: null, metadata, headers: withLowerCaseNames(headers) }
  if (text !== undefined) return { ...request, endpoint: 'chat.completions', body: chatBody(text, direction) }
  if (body !== undefined) return { ...request, endpoint, body }
  return { ...(await loggedSubject(call, ports, logId ?? '')), headers: request.headers }
}

function chatBody(content: string, direction: Direction): JsonObject {
  return direction === 'input'
    ? { messages: [{ role: 'user', content }] }
    : { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] }
}

async function loggedSubject(call: Call, { logs, tester }: TestPorts, id: string): Promise<Subject> {
  const { principal, reach, body: requested } = call
  const where = principal.isOrganisationWide ? null : reach.workspaceId
  if (!principal.holds('logs.view', where)) throw scopeMissing(principal, 'read this log', ['logs.view'])
  const found = await logs.read(reach, id)
  if (!found) throw new GatewayError('not_found', { param: 'log_id', message: 'No log with this id exists.' })
  const { record, bodies } = found
  const request = record.requestBodyCut ? null : objectIn(bodies.request)
  const isInput = requested.direction === 'input'
  const endpoint = formatOf(record.endpoint)
  const response = record.responseBodyCut ? null : bodies.response
  const body = isInput ? request : (objectIn(response) ?? (response && tester.wholeOf(endpoint, response)))
  if (body === null)
    throw wrong(
      'log_id',
      `the log has no whole ${isInput ? 'request' : 'response'} to test. Truncated bodies and bodies that are not logged cannot be tested`,
    )
  return {
    endpoint,
    body,
    requestBody: isInput ? null : request,
    provider: record.provider,
    metadata: { ...record.metadata },
    headers: {},
  }
}

/** A rendered prompt is logged as a chat request. */
function formatOf(endpoint: string): EndpointName {
  if (endpoint === 'prompts.completions') return 'chat.completions'
  const known = ENDPOINTS.some(({ name }) => name === endpoint) || endpoint.startsWith('gemini.')
  return known ? (endpoint as EndpointName) : 'proxy'
}

function objectIn(bytes: Uint8Array | null): JsonObject | null {
  if (bytes === null) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The cost of models counts against the budget of the workspace. */
async function ownerOf({ stores, reach: { organisationId }, workspaceId }: Call): Promise<GuardrailTrial['owner']> {
  const workspace = await stores.workspaces.find(organisationId, workspaceId)
  const { id, name, limits } = workspace ?? {}
  const owned =
    id === undefined || name === undefined || limits === undefined
      ? undefined
      : ownedLimits([{ kind: 'workspace', id, name, limits }])
  return { organisationId, workspaceId, limits: owned ?? [] }
}

function wrong(param: string, message: string): GatewayError {
  return new GatewayError('invalid_body', { param, message: `${param}: ${message}.` })
}
