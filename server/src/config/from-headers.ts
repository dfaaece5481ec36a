/** The four ways a request names its provider (spec 5.2), each made into a Plan. */

import { GatewayError } from '../core/errors.ts'
import { NOTHING_STORED, type RootDefaults, type StoredObjects } from './compilation.ts'
import { compile } from './compile.ts'
import { parseConfig } from './parse-config.ts'
import type { Plan } from './plan.ts'
import { quote } from './problems.ts'
import type { ConfigObject } from './schema.ts'

/** `config` is the header as sent: JSON, or the id of a saved config. */
export type PlanHeaders = RootDefaults & { readonly config: string | null }

/** Names nothing itself: everything comes from the headers. */
const EMPTY: ConfigObject = Object.freeze(Object.create(null))

export function planFromHeaders(headers: PlanHeaders, stored: StoredObjects = NOTHING_STORED): Plan {
  if (headers.config !== null) return compile(readConfig(headers.config, stored), headers, stored)
  if (headers.provider === null && headers.virtualKey === null) throw new GatewayError('provider_missing')
  return compile(EMPTY, headers, stored)
}

function readConfig(text: string, stored: StoredObjects): ConfigObject {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return parseConfig(trimmed)
  const config = stored.findConfig(trimmed)
  if (config !== undefined) return config
  throw new GatewayError('config_unknown', {
    param: 'x-gateway-config',
    message: `x-gateway-config: no saved config ${quote(trimmed)} exists in this workspace.`,
  })
}
