/** Helpers for cases about hostile upstreams. */

import type { Case, Expected, Play, Text } from '../../case.ts'

export function answered(
  name: string,
  play: Play,
  expected: Omit<Expected, 'upstreamContacted'>,
  more: Partial<Case> = {},
): Case {
  return { name, ...more, upstream: play, expected: { ...expected, upstreamContacted: true } }
}

export function whole(body: string, lines = '', status = '200 OK'): Text {
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${lines}\r\n${body}`
}

export const BROKEN = { status: 502, code: ['upstream_broken', 'upstream_unreachable'] } as const
