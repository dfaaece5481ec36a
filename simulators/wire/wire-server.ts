/**
 * Runs a simulated provider over real HTTP. It validates requests like the provider and returns the provider's errors.
 */

import type { z } from 'zod'
import { newPort } from '../new-port.ts'

export type JsonObject = Record<string, unknown>

export type WireRequest = {
  readonly method: string
  /** As received, still percent-encoded. */
  readonly path: string
  readonly search: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Empty if the body is not a JSON object. */
  readonly json: JsonObject
}

export type WireReply =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly json: object }
  | { readonly type: string; readonly pieces: readonly (string | Uint8Array)[] }

export interface WireSimulator extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a path. */
  readonly url: string
  readonly requests: readonly WireRequest[]
}

/** A request the provider would reject. The message says why. */
export class WireRefusal extends Error {
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

export type WireProvider = {
  answer(request: WireRequest): WireReply | Promise<WireReply>
  /** An error in the provider's format. */
  refuse(status: number, message: string): WireReply
}

/** Small and odd, so that events, characters and frames are split at arbitrary positions. */
const PIECE_BYTES = 61

export function startWireSimulator(provider: WireProvider): WireSimulator {
  const requests: WireRequest[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: newPort(),
    idleTimeout: 0,
    async fetch(received) {
      const request = await read(received)
      requests.push(request)
      return respond(await play(provider, request))
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

/** Validates a body. Unknown members and wrong types are rejected with their path. */
export function readAs<T>(schema: z.ZodType<T>, value: unknown, where = ''): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const problems = result.error.issues.map(
    (issue) => `${[where, ...issue.path].filter(String).join('.')}: ${issue.message}`,
  )
  throw new WireRefusal(problems.join('; '))
}

export function refuseUnless(condition: boolean, message: string, status = 400): asserts condition {
  if (!condition) throw new WireRefusal(message, status)
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function read(received: Request): Promise<WireRequest> {
  const url = new URL(received.url)
  const body = new Uint8Array(await received.arrayBuffer())
  const headers = Object.fromEntries(received.headers)
  return { method: received.method, path: url.pathname, search: url.search, headers, body, json: parse(body) }
}

function parse(body: Uint8Array): JsonObject {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

async function play(provider: WireProvider, request: WireRequest): Promise<WireReply> {
  try {
    return await provider.answer(request)
  } catch (error) {
    if (error instanceof WireRefusal) return provider.refuse(error.status, error.message)
    return provider.refuse(500, `The simulator failed: ${String(error)}`)
  }
}

function respond(reply: WireReply): Response {
  if ('json' in reply) return Response.json(reply.json, { status: reply.status, headers: { ...reply.headers } })
  const bytes = Buffer.concat(reply.pieces.map((piece) => Buffer.from(piece as Uint8Array)))
  let at = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + PIECE_BYTES))
      at += PIECE_BYTES
    },
  })
  return new Response(stream, { headers: { 'content-type': reply.type } })
}
