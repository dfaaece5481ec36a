/**
 * The worker thread that counts tokens and decompresses responses, which would block the main thread for milliseconds.
 */

import { parseObject } from '../../../core/body/json-text.ts'
import { countTokens, loadTokens } from './count-tokens.ts'
import type { CountJob, Result, TokenCount, WorkerJob } from './jobs.ts'
import { joinedTexts, readTexts } from './read-texts.ts'
import { unpack } from './unpack.ts'

/** The tokens that OpenAI adds for each message, and before the response. */
const TOKENS_PER_MESSAGE = 4
const TOKENS_BEFORE_RESPONSE = 3
/** Tokens of a 1024 x 1024 image in full detail. Used for all media: the size of an image given by URL is unknown. */
const TOKENS_PER_MEDIUM = 765

declare const self: { onmessage: ((event: MessageEvent<WorkerJob>) => void) | null; postMessage(value: Result): void }

self.onmessage = ({ data }) => void run(data)

async function run(job: WorkerJob): Promise<void> {
  let value: Result['value'] = null
  try {
    value = await work(job)
  } catch {
    // Null: it could not be counted.
  }
  self.postMessage({ id: job.id, value })
}

async function work(job: WorkerJob): Promise<Result['value']> {
  switch (job.kind) {
    case 'load':
      await loadTokens(job.model)
      return null
    case 'count':
      return countJob(job.job)
    case 'unpack':
      return unpack(job.job)
  }
}

async function countJob({ model, request, response: written }: CountJob): Promise<TokenCount> {
  return {
    inputTokens: request === null ? null : await inputTokens(request, model),
    outputTokens: written === null ? null : await countTokens(joinedTexts(written), model),
  }
}

async function inputTokens(body: Uint8Array, model: string): Promise<number | null> {
  const request = parseObject(body)
  if (typeof request === 'string') return null
  const { texts, messages, media } = readTexts(request)
  let tokens = messages * TOKENS_PER_MESSAGE + (messages > 0 ? TOKENS_BEFORE_RESPONSE : 0) + media * TOKENS_PER_MEDIUM
  for (const text of texts) tokens += await countTokens(text, model)
  return tokens
}
