/** Builds the bytes of a case's request. */

import { type Case, CHAT_BODY, CHAT_PATH, type HeaderLine, UPSTREAM_CONFIG } from './case.ts'
import { expandText, type Names } from './expand-text.ts'

export type RequestBytes = { readonly bytes: Buffer; readonly body: Buffer }

export function requestBytes(one: Case, names: Names, traceId: string): RequestBytes {
  if (one.raw !== undefined) return { bytes: expandText(one.raw, names), body: Buffer.alloc(0) }
  const method = one.method ?? 'POST'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = expandText(one.body ?? (hasBody ? CHAT_BODY : ''), names)
  const given = one.headers ?? []
  const named = new Set(given.map(([name]) => name.toLowerCase()))
  const usual = usualHeaders(one, body, hasBody || one.body !== undefined, traceId)
  const lines = [...usual.filter(([name]) => !named.has(name)), ...given]
  const head = [Buffer.from(`${method} `), expandText(one.path ?? CHAT_PATH, names), Buffer.from(' HTTP/1.1\r\n')]
  for (const [name, value] of lines) {
    head.push(Buffer.from(`${name}: `), expandText(value, names), Buffer.from('\r\n'))
  }
  return { bytes: Buffer.concat([...head, Buffer.from('\r\n'), body]), body }
}

function usualHeaders(one: Case, body: Buffer, hasBody: boolean, traceId: string): HeaderLine[] {
  const lines: HeaderLine[] = [['host', 'gateway']]
  if (one.key !== null) lines.push(['x-gateway-api-key', one.key ?? '%KEY%'])
  if (one.config !== null) lines.push(['x-gateway-config', one.config ?? UPSTREAM_CONFIG])
  if (one.expected.record) lines.push(['x-gateway-trace-id', traceId])
  if (hasBody) lines.push(['content-type', 'application/json'], ['content-length', String(body.length)])
  return lines
}
