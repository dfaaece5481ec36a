/** Accepts Gemini's generateContent from callers, for every provider with chat. */

import type { InboundDialect, JsonObject } from '../dialect.ts'
import { textOf } from '../json.ts'
import { RequestEcho } from '../request-echo.ts'
import { includesThoughts, toChat } from './request.ts'
import { fromChat, fromError, type ResponseOptions } from './response.ts'
import { GenerateContentStream } from './stream.ts'

export const generateContentInbound: InboundDialect = {
  name: 'generate-content',
  toChat,
  echoOf: (request) => new RequestEcho({ model: request['model'], includesThoughts: includesThoughts(request) }, []),
  fromChat: (completion, request) => fromChat(completion, optionsOf(request)),
  fromError,
  stream: (request) => new GenerateContentStream(optionsOf(request)),
}

function optionsOf(request: JsonObject | RequestEcho): ResponseOptions {
  if (!(request instanceof RequestEcho)) {
    return { model: textOf(request['model']), includesThoughts: includesThoughts(request) }
  }
  const { model, includesThoughts: isIncluded } = request.members
  return { model: textOf(model), includesThoughts: isIncluded === true }
}
