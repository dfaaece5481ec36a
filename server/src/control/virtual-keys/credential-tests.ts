/** Operations that test a saved or unsaved credential with one cheap request to its provider. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { type CredentialText, modelNames, servesModel, type VirtualKey } from '../../core/stores/virtual-keys.ts'
import { Throttle, type ThrottleTerms } from '../../core/throttle.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { checkAmbientIdentity, checkCredential, openCredential } from './credentials.ts'
import { findCredential, findVirtualKey } from './find-virtual-key.ts'
import type { CredentialTester, CredentialVerdict, VirtualKeyDependencies } from './ports.ts'
import { readSettings, requireForm, withChanges } from './read-settings.ts'
import { checkReferences, resolveCredential } from './secret-references.ts'
import type { virtualKeySchemas } from './virtual-key-wire.ts'

const VERDICT = z.object({
  ok: z.boolean(),
  proven: z
    .boolean()
    .describe(
      'False if the provider returns the same response without a valid credential. Send `model` for a real test.',
    ),
  status: z.number().nullable().describe('HTTP status of the provider. Null if there was no response.'),
  message: z.string(),
  duration_ms: z.number(),
})

const TESTED: ReadonlySet<string> = new Set(['provider', 'key', 'model', 'workspace_id'])
const NO_SECRET: CredentialText = { key: null, settings: {} }

type TestPorts = VirtualKeyDependencies & { readonly test: CredentialTester }
type Schemas = ReturnType<typeof virtualKeySchemas>

/** Limited, because the cost of a test request counts against no budget. Each node counts separately. */
const OF_WORKSPACE: ThrottleTerms = { burst: 60, intervalMs: 2_000 }

export function credentialTestOperations(ports: TestPorts, schemas: Schemas): readonly Operation[] {
  const tests = new Throttle(OF_WORKSPACE)
  const limit: LimitTests = ({ workspaceId, nowMs }) => {
    const retryAfterMs = tests.take(workspaceId, 1, nowMs)
    if (retryAfterMs > 0)
      throw new GatewayError('rate_limited', {
        message: 'Too many credentials were tested in this workspace.',
        hint: 'Wait for the time in Retry-After.',
        retryAfterMs,
      })
  }
  return [testUnsaved(ports, schemas, limit), testSaved(ports, schemas, limit)]
}

type LimitTests = (call: Pick<OperationCall<unknown, unknown>, 'workspaceId' | 'nowMs'>) => void

function testUnsaved({ forms, test, references }: TestPorts, { tested }: Schemas, limit: LimitTests): Operation {
  return endpoint({
    name: 'virtual-keys.test-unsaved',
    method: 'POST',
    path: '/virtual-keys/test',
    summary: 'Test a credential before saving it',
    permission: { scope: 'virtual_keys.create', or: ['providers.create'] },
    body: tested,
    reply: VERDICT,
    example: { body: { provider: 'mock' } },
    async handle(call) {
      const { body, principal } = call
      const form = requireForm(forms, body.provider)
      const given = readSettings(body, TESTED, form)
      const settings = withChanges({}, given.open)
      const text: CredentialText = { key: body.key ?? null, settings: withChanges({}, given.secret) }
      const customHost = given.customHost == null ? null : forms.readHost(given.customHost)
      if (given.customHost != null && customHost === null)
        throw new GatewayError('custom_host_invalid', { param: 'custom_host' })
      checkAmbientIdentity(principal, form, { ...settings, ...text.settings })
      checkCredential(form, settings, text, customHost)
      const checked = checkReferences(text, null, { principal, workspaceId: call.workspaceId, references })
      limit(call)
      const values = await resolveCredential(checked, call.workspaceId, references)
      const verdict = await test({
        provider: form.slug,
        key: values.key,
        settings: { ...settings, ...values.settings },
        customHost,
        isHostTrusted: customHost !== null && principal.isTrusted,
        model: body.model ?? null,
      })
      return onWire(verdict)
    },
  })
}

function testSaved({ vault, test, references }: TestPorts, { testedSaved }: Schemas, limit: LimitTests): Operation {
  return endpoint({
    name: 'virtual-keys.test',
    method: 'POST',
    path: '/virtual-keys/{slug}/test',
    summary: 'Test a virtual key',
    permission: { scope: 'virtual_keys.read', or: ['providers.read'] },
    body: testedSaved,
    reply: VERDICT,
    async handle(call) {
      const key = await findVirtualKey(call, call.stores)
      const { key_id: keyId, model = null } = call.body
      requireAccess(key, model)
      const credential =
        keyId === undefined ? key.credentials.find((one) => !one.isDisabled) : findCredential(key, keyId)
      const text = credential ? openCredential(vault, key, credential) : NO_SECRET
      const { provider, customHost, isHostTrusted } = key
      limit(call)
      const values = await resolveCredential(text, key.workspaceId, references)
      const settings = { ...key.settings, ...values.settings }
      return onWire(await test({ provider, key: values.key, settings, customHost, isHostTrusted, model }))
    },
  })
}

/** A test uses the credential of the integration, so the workspace needs access to it. */
function requireAccess(key: VirtualKey, model: string | null): void {
  if (key.integration === null) return
  const { slug, isOpen, models } = key.integration
  if (!isOpen)
    throw new GatewayError('integration_not_allowed', {
      message: `This workspace has no access to the integration "${slug}".`,
    })
  if (model !== null && !servesModel(modelNames(models), model))
    throw new GatewayError('model_not_allowed', {
      param: 'model',
      message: `model: "${model}" is not enabled on the integration "${slug}".`,
    })
}

function onWire({ isOk, isProven, status, message, durationMs }: CredentialVerdict): z.infer<typeof VERDICT> {
  return { ok: isOk, proven: isProven, status, message, duration_ms: durationMs }
}
