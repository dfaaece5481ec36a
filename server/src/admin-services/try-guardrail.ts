/** Runs one guardrail on a body with the same code as real requests. Its checks call their models and webhooks. */

import { GatewayError } from '../core/errors.ts'
import type { GuardrailTester, GuardrailTrial, TrialOutcome } from '../core/guardrails/guardrail-tester.ts'
import type { GuardrailSpec } from '../core/guardrails/guardrails.ts'
import { runGuardrails } from '../gateway/guard/run-guardrails.ts'
import { GuardedBody } from '../gateway/guard/subject.ts'
import type { CheckServices } from '../guardrails/check.ts'
import { compileGuardrail } from '../guardrails/compile-guardrail.ts'
import { Placeholders } from '../guardrails/placeholders.ts'
import { TextMatches } from './text-matches.ts'
import { wholeOfStream } from './whole-of-stream.ts'

/** For the whole test. Each check has a shorter limit of its own. */
const MAX_MS = 60_000

export function guardrailTester(services: CheckServices): GuardrailTester {
  return { run: (trial) => run(trial, services), wholeOf: wholeOfStream }
}

async function run(trial: GuardrailTrial, services: CheckServices): Promise<TrialOutcome> {
  const { spec, direction, endpoint, body, requestBody, provider, metadata, headers, owner } = trial
  const subject = new GuardedBody(endpoint, direction, Buffer.from(JSON.stringify(body)), body)
  if (subject.unreadable !== null)
    throw new GatewayError('invalid_body', { param: 'body', message: `body: ${subject.unreadable}` })
  const guardrail = compileGuardrail(enforced(spec), (path, reason) => {
    throw new GatewayError('invalid_body', { param: path, message: `${path}: ${reason}` })
  })
  const matches = new TextMatches(subject.parts.length === 1 ? subject.parts[0]!.text : null)
  const request = requestBody ?? (direction === 'input' ? body : {})
  const context = {
    direction,
    requestBody,
    placeholders: new Placeholders(),
    watch: matches,
    request: {
      endpoint,
      model: typeof request['model'] === 'string' ? request['model'] : null,
      provider,
      isStream: request['stream'] === true,
      metadata,
      headers,
      organisationId: owner.organisationId,
      workspaceId: owner.workspaceId,
      limits: owner.limits,
    },
  }
  const { results, verdict } = await runGuardrails([guardrail], subject, context, services, AbortSignal.timeout(MAX_MS))
  const { async, shadow } = spec.actions
  return {
    status: verdict === 'denied' ? 446 : verdict === 'failed' ? 246 : 200,
    result: { ...results[0]!, async, shadow },
    body: subject.body,
    texts: subject.parts.map(({ text }) => text),
    matches: matches.list,
  }
}

/** Turns off `async` and `shadow`: with them, the trial would show no effect. */
function enforced(spec: GuardrailSpec): GuardrailSpec {
  return { ...spec, actions: { ...spec.actions, async: false, shadow: false } }
}
