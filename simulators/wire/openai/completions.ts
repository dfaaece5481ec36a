/** OpenAI's text completions: https://platform.openai.com/docs/api-reference/completions. */

import { z } from 'zod'
import { GREETING, piecesOf, USAGE } from '../reply-content.ts'
import { data } from '../sse.ts'
import { type JsonObject, readAs, refuseUnless, WireRefusal, type WireReply } from '../wire-server.ts'

const body = z.strictObject({
  model: z.string().min(1),
  prompt: z.union([z.string(), z.array(z.string()).min(1)]),
  max_tokens: z.int().min(0).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  suffix: z.string().nullish(),
  echo: z.boolean().nullish(),
  n: z.int().min(1).nullish(),
  seed: z.int().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).nullish(),
  user: z.string().optional(),
})

const usage = {
  prompt_tokens: USAGE.prompt,
  completion_tokens: USAGE.completion,
  total_tokens: USAGE.prompt + USAGE.completion,
}

export function complete(json: JsonObject): WireReply {
  const { model, prompt, stream, stream_options: options } = readAs(body, json)
  refuseUnless(!options || stream === true, 'stream_options: only allowed when stream is true')
  const asked = [prompt].flat().join('')
  const failure = /^fail (\d{3})$/.exec(asked)?.[1]
  if (failure !== undefined) throw new WireRefusal(`simulated failure ${failure}`, Number(failure))
  const head = { id: 'cmpl-uqkvlQyYK7bGYrRHQ0eXlWi7', object: 'text_completion', created: 1_589_478_378, model }
  const choice = (text: string, reason: string | null) => ({ text, index: 0, logprobs: null, finish_reason: reason })
  if (stream !== true) return { status: 200, json: { ...head, choices: [choice(GREETING, 'stop')], usage } }
  const pieces = piecesOf(GREETING).map((text) => data({ ...head, choices: [choice(text, null)] }))
  if (asked === 'fail midway') {
    const error = { message: 'The server had an error.', type: 'server_error', code: null, param: null }
    return { type: 'text/event-stream', pieces: [...pieces, data({ error })] }
  }
  pieces.push(data({ ...head, choices: [choice('', 'stop')] }))
  if (options?.include_usage) pieces.push(data({ ...head, choices: [], usage }))
  return { type: 'text/event-stream; charset=utf-8', pieces: [...pieces, data('[DONE]')] }
}
