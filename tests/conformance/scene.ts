/** The setup of one cell: a provider, clients that reach it through the gateway, and the requests it received. */

import { expect } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import type { WireSimulator } from '../../simulators/wire/wire-server.ts'
import type { Gateway } from '../harness/start-gateway.ts'
import type { Subject } from './subject.ts'

export type Scene = {
  readonly subject: Subject
  readonly openai: OpenAI
  readonly anthropic: Anthropic
  readonly google: GoogleGenAI
  /** Sends exactly these bytes to a path after /v1, with the provider's config. */
  post(path: string, body: string): Promise<Response>
  /** The request bodies that the provider received, as text. */
  bodies(): string[]
}

/** A red square of 67 bytes. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
export const SEEN = `image/png of ${PNG.length} bytes`
export const QUESTION = 'How warm is it in Paris and in Oslo?'
export const PARAMETERS = {
  type: 'object' as const,
  properties: { city: { type: 'string' }, note: { type: 'string' } },
  required: ['city', 'note'],
  additionalProperties: false,
}
/** The simulator builds this text from the tool results, which it finds by their call ids. */
export const REPORT = 'Paris 21, Oslo 12'
const WARMTH: Readonly<Record<string, string>> = { Paris: '21', Oslo: '12' }

export function setScene(gateway: Gateway, simulator: WireSimulator, subject: Subject): Scene {
  const defaultHeaders = {
    'x-gateway-api-key': gateway.workspaceKey,
    'x-gateway-config': JSON.stringify(subject.target(simulator.url)),
  }
  const seen = simulator.requests.length
  const own = { apiKey: gateway.workspaceKey, maxRetries: 0, defaultHeaders }
  return {
    subject,
    get openai() {
      return new OpenAI({ baseURL: gateway.baseURL, ...own })
    },
    get anthropic() {
      return new Anthropic({ baseURL: gateway.url, ...own })
    },
    get google() {
      return new GoogleGenAI({
        apiKey: gateway.workspaceKey,
        httpOptions: { baseUrl: gateway.url, headers: { 'x-gateway-config': defaultHeaders['x-gateway-config'] } },
      })
    },
    post: (path, body) =>
      fetch(`${gateway.baseURL}${path}`, {
        method: 'POST',
        headers: { ...defaultHeaders, 'content-type': 'application/json' },
        body,
      }),
    bodies: () =>
      simulator.requests
        .slice(seen)
        .filter(({ path }) => path !== '/token')
        .map(({ body }) => Buffer.from(body).toString('utf8')),
  }
}

/** In the second turn the provider gets its signature back unchanged. */
export function expectSignatureBack(scene: Scene): void {
  const { signature } = scene.subject
  if (signature === null) return
  const bodies = scene.bodies()
  expect(bodies).toHaveLength(2)
  expect(bodies[1]?.includes(signature)).toBe(true)
}

export async function failureOf(call: PromiseLike<unknown>): Promise<unknown> {
  return call.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )
}

export function warmthOf(input: unknown): string {
  expect(input).toMatchObject({ note: 'ä "quoted" \\ \n €' })
  return WARMTH[(input as { city: string }).city] ?? 'unknown'
}
