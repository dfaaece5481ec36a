/** Responses of broken and hostile upstreams: bytes are forwarded, false claims are not; the gateway never fails. */

import type { Group } from '../../case.ts'
import { upstreamBodyCases } from './upstream-bodies.ts'
import { upstreamFramingCases } from './upstream-framing.ts'
import { upstreamHeadCases } from './upstream-heads.ts'
import { upstreamStreamCases } from './upstream-streams.ts'

export function hostileUpstreamsGroup(): Group {
  const cases = [...upstreamBodyCases(), ...upstreamFramingCases(), ...upstreamHeadCases(), ...upstreamStreamCases()]
  return { name: 'hostile-upstreams', about: 'answers of hostile upstreams', cases }
}
