/** Ids for tool calls that Gemini sent without one: OpenAI's format joins a result to its call by id. */

/** Recognised on the way back, because an id that Gemini did not give must not be sent to it. */
const PREFIX = 'call_gm_'

/** The same answer gives the same ids, streamed or whole; 32 characters, as some formats take no more than 40. */
export function generateCallId(answerId: string, candidate: number, ordinal: number): string {
  const digest = Bun.CryptoHasher.hash('sha256', `${answerId}\0${candidate}\0${ordinal}`, 'hex')
  return PREFIX + digest.slice(0, 24)
}

export function isGeneratedCallId(id: string): boolean {
  return id.startsWith(PREFIX)
}
