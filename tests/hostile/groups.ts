/** All groups of the hostile corpus. */

import type { Group } from './case.ts'
import { adminReadsGroup } from './groups/admin-reads.ts'
import { configObjectGroup } from './groups/config/config-object.ts'
import { egressGroup } from './groups/egress.ts'
import { encodingsGroup } from './groups/encodings.ts'
import { framingGroup } from './groups/framing/framing.ts'
import { guardrailsGroup } from './groups/guardrails/guardrails.ts'
import { gatewayOptionsGroup } from './groups/headers/gateway-options.ts'
import { headersGroup } from './groups/headers/headers.ts'
import { jsonBodiesGroup } from './groups/json-bodies.ts'
import { multipartGroup } from './groups/multipart.ts'
import { pollutionGroup } from './groups/pollution.ts'
import { requestCompressionGroup } from './groups/request-compression.ts'
import { hostileUpstreamsGroup } from './groups/upstream/hostile-upstreams.ts'

export const GROUPS: readonly Group[] = [
  framingGroup(),
  headersGroup(),
  jsonBodiesGroup(),
  encodingsGroup(),
  gatewayOptionsGroup(),
  configObjectGroup(),
  egressGroup(),
  hostileUpstreamsGroup(),
  adminReadsGroup(),
  pollutionGroup(),
  multipartGroup(),
  requestCompressionGroup(),
  guardrailsGroup(),
]
