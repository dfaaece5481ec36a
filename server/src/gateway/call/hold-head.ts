/** Holds a stream back until it is clear what it is, and keeps answers that are handed on from. */

import { isPlain } from '../../core/headers.ts'
import { ResponseBody } from '../answer/answer-body.ts'
import { StreamHead } from '../answer/stream-head.ts'
import { type UpstreamReply, WHOLE_BYTES } from './reply.ts'
import type { UpstreamCall } from './upstream-call.ts'

const HEAD_BYTES = 64 * 1024
const HEAD_MS = 15_000

/**
 * Holds an event stream back until its first content, while a retry or fallback could still take over, a circuit wants to
 * know or a time-out runs: an error inside a 200 is then still a failure, and the time-out covers the wait for the first word.
 * The status it gives is the one the plan acts on; the reply itself stays as received.
 */
export async function statusOf(call: UpstreamCall, reply: UpstreamReply, canMoveOn: boolean): Promise<number> {
  const { body, status, headers, isEventStream } = reply
  const isReadable = isPlain(headers)
  const isGood = status >= 200 && status < 300
  const isOfInterest = canMoveOn || call.hasTimer || call.target.circuit !== null
  if (!(body instanceof ResponseBody) || !isEventStream || !isReadable || !isGood || !isOfInterest) return status
  return (await holdHead(call, reply, body)) ?? status
}

/** The status an error event stands for, if one came before any content. */
async function holdHead(call: UpstreamCall, reply: UpstreamReply, body: ResponseBody): Promise<number | null> {
  const head = new StreamHead()
  const chunks: Uint8Array[] = []
  const untilMs = performance.now() + HEAD_MS
  let held = 0
  while (held < HEAD_BYTES) {
    const chunk = call.hasTimer ? await body.read() : await body.readWithin(untilMs - performance.now())
    if (chunk === 'late' || chunk === null) break
    chunks.push(chunk)
    held += chunk.length
    call.exchange.touch()
    const verdict = head.push(chunk)
    if (verdict.kind === 'content') break
    if (verdict.kind === 'error') {
      call.stopTimer()
      body.hold(chunks)
      reply.hasError = true
      call.record(
        reply.status,
        null,
        `answered ${reply.status}, then an error event that counts as ${verdict.status}: ${verdict.message}`,
      )
      return verdict.status
    }
  }
  call.stopTimer()
  body.hold(chunks)
  return null
}

/**
 * Reads a reply the plan has moved on from, so that it can still be sent if no later target answers. Earlier ones that are
 * still being read are cancelled: this one takes their place.
 */
export function keep(reply: UpstreamReply): Promise<boolean> {
  reply.call?.exchange.stopKeeping()
  return readAside(reply)
}

/** Reads a reply in the background, up to the size that is kept; resolves to false when it is larger, slow or broken. */
export async function readAside(reply: UpstreamReply): Promise<boolean> {
  const { call, body } = reply
  if (!(body instanceof ResponseBody) || call === null) return true
  reply.settle?.('neutral')
  call.record(reply.status, null)
  const { exchange } = call
  exchange.keeping ??= []
  exchange.keeping.push(call)
  const isKept = await readKept(reply, body, call)
  const { keeping } = exchange
  if (keeping) exchange.keeping = keeping.filter((other) => other !== call)
  if (!isKept) call.abort()
  return isKept
}

async function readKept(reply: UpstreamReply, body: ResponseBody, call: UpstreamCall): Promise<boolean> {
  // After an error event nothing of worth is to come, and a provider may leave its stream open.
  const untilMs = performance.now() + (reply.hasError ? 100 : 5_000)
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for (;;) {
      const chunk = await body.readWithin(untilMs - performance.now())
      if (chunk === null || (chunk === 'late' && reply.hasError)) {
        if (chunk === 'late') call.abort()
        const bytes = Buffer.concat(chunks)
        reply.body = reply.decode ? await reply.decode(bytes) : bytes
        return true
      }
      if (chunk === 'late') break
      chunks.push(chunk)
      total += chunk.length
      if (total > WHOLE_BYTES) break
    }
  } catch {
    // A broken answer is no answer to keep.
  }
  return false
}
