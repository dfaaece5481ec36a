/** An operation as a command one can paste. */

export type CurlCall = {
  readonly method: string
  readonly url: string
  readonly isPublic: boolean
  /** As JSON; undefined sends none. */
  readonly body: unknown
}

export function curl({ method, url, isPublic, body }: CurlCall): string {
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`]
  if (!isPublic) lines.push(`-H "x-gateway-api-key: $GATEWAY_API_KEY"`)
  if (body !== undefined) lines.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`)
  return lines.join(' \\\n  ')
}

/** For a shell: nothing inside single quotes means anything but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
