/** Reads an error response of the gateway for comparison. */

export type Refused = {
  readonly status: number
  readonly code: string
  readonly param: string | null
  readonly message: string
  readonly hint: string
  readonly type: string
  readonly traceId: string
}

type ErrorBody = {
  readonly status: string
  readonly message: string
  readonly error: {
    readonly message: string
    readonly type: string
    readonly code: string
    readonly param: string | null
    readonly hint: string
    readonly trace_id: string
  }
}

export async function errorOf(reply: Response): Promise<Refused> {
  const text = await reply.text()
  let body: ErrorBody
  try {
    body = JSON.parse(text) as ErrorBody
  } catch {
    throw new Error(`Expected a refusal of the gateway, got ${reply.status}: ${text}`)
  }
  if (body.status !== 'failure') throw new Error(`Expected a refusal of the gateway, got ${reply.status}: ${text}`)
  const { code, param, message, hint, type, trace_id: traceId } = body.error
  return { status: reply.status, code, param, message, hint, type, traceId }
}

/** The text of a chat completion. */
export async function contentOf(reply: Response): Promise<string | undefined> {
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`Expected a completion, got ${reply.status}: ${text}`)
  const body = JSON.parse(text) as { readonly choices: readonly { readonly message: { readonly content: string } }[] }
  return body.choices[0]?.message.content
}
