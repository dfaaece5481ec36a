/** Default guardrails of workspaces and of the organisation. Callers cannot remove them. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { GuardrailNames } from '../../core/stores/guardrails.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { refuseWorkspaceModels } from './organisation-models.ts'

/** Limited, because every request of the workspace runs them. */
const MAX_DEFAULTS = 16

const names = z
  .array(z.string().trim().min(1).max(128))
  .max(MAX_DEFAULTS)
  .nullable()
  .describe(
    `Slugs or ids of guardrails, at most ${MAX_DEFAULTS}. They run for every request, and callers cannot remove them.`,
  )

/** Fields of `defaults` in a request. */
export const DEFAULT_GUARDRAILS = { input_guardrails: names, output_guardrails: names }

export const DEFAULT_GUARDRAILS_REPLY = {
  input_guardrails: z.array(z.string()).describe('Slugs of guardrails that check every request.'),
  output_guardrails: z.array(z.string()).describe('Slugs of guardrails that check every response.'),
}

/** Query of operations that set the defaults of the organisation. */
export const FORCED = z.object({
  force: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true` accepts default guardrails whose models the workspaces choose.'),
})

type Given = {
  readonly input_guardrails?: readonly string[] | null | undefined
  readonly output_guardrails?: readonly string[] | null | undefined
}

/**
 * `workspaceId`: null for the organisation, whose defaults must be guardrails of the organisation. `isForced`: accepts
 * guardrails whose models the workspaces choose.
 */
type Home = { readonly organisationId: string; readonly workspaceId: string | null; readonly isForced?: boolean }

/** An omitted list stays, null clears it. Throws if `home` has no such guardrail. `path`: prefix of the field names. */
export async function changedDefaults(
  stores: Stores,
  home: Home,
  before: GuardrailNames,
  given: Given | null | undefined,
  path = 'defaults.',
): Promise<GuardrailNames> {
  const { input_guardrails: input, output_guardrails: output } = given ?? {}
  const changed = async (given: readonly string[] | null | undefined, old: readonly string[], list: string) =>
    given === undefined ? old : slugsOf(stores, home, given ?? [], old, path + list)
  return {
    input: await changed(input, before.input, 'input_guardrails'),
    output: await changed(output, before.output, 'output_guardrails'),
  }
}

async function slugsOf(
  stores: Stores,
  home: Home,
  given: readonly string[],
  before: readonly string[],
  list: string,
): Promise<readonly string[]> {
  const slugs: string[] = []
  for (const [i, name] of given.entries()) {
    const found = await stores.guardrails.find(home, name)
    const param = `${list}[${i}]`
    if (!found || (home.workspaceId === null && found.workspaceId !== null))
      throw new GatewayError('invalid_body', {
        param,
        message: `${param}: no guardrail ${JSON.stringify(name)} exists in this ${home.workspaceId === null ? 'organisation' : 'workspace or its organisation'}.`,
        hint: 'GET /v1/guardrails lists them.',
      })
    if (home.workspaceId === null && home.isForced !== true && !before.includes(found.slug))
      await refuseWorkspaceModels(stores, found, param)
    if (!slugs.includes(found.slug)) slugs.push(found.slug)
  }
  return slugs
}

export function defaultsOnWire({ input, output }: GuardrailNames) {
  return { input_guardrails: [...input], output_guardrails: [...output] }
}
