/** Loads documents that the gateway serves outside /v1 without a key, such as the config schema. */

import { ApiError, errorFromAnswer } from './api-error.ts'

export async function loadServed<Document>(path: string): Promise<Document> {
  const response = await fetch(path, { credentials: 'same-origin' }).catch(() => null)
  if (response === null) {
    throw new ApiError({ status: 0, code: 'no_answer', message: 'The gateway is not responding.' })
  }
  const text = await response.text()
  if (!response.ok) throw errorFromAnswer(response.status, response.headers, text)
  return JSON.parse(text) as Document
}
