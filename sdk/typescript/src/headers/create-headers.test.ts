import { expect, test } from 'bun:test'
import fixture from '../../../../contract/fixtures/option-headers.json'
import contract from '../../../../contract/options.json'
import { GatewayError } from '../errors.ts'
import { Gatehouse } from '../gatehouse.ts'
import { OPTION_HEADERS } from '../generated/options.ts'
import { createHeaders, type GatewayOptions } from './create-headers.ts'

type Spellings = { readonly camelCase: GatewayOptions }
type Case = Spellings & { readonly name: string; readonly headers: Readonly<Record<string, string>> }
type Layers = { name: string; client: Spellings; call: Spellings; headers: Readonly<Record<string, string>> }

/** Names in a list are case-insensitive. */
function comparable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const list = headers['x-gateway-forward-headers']
  return list === undefined ? headers : { ...headers, 'x-gateway-forward-headers': list.toLowerCase() }
}

test.each(fixture.cases as unknown as Case[])('$name', ({ camelCase, headers }) => {
  expect(comparable(createHeaders(camelCase))).toEqual(comparable(headers))
})

test.each(fixture.refused as unknown as (Spellings & { name: string })[])(
  '$name is refused without its value',
  (one) => {
    const [[option, value] = ['', '']] = Object.entries(one.camelCase)
    let refusal: unknown
    try {
      createHeaders(one.camelCase)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(GatewayError)
    expect(String(refusal)).toContain(option)
    expect(String(refusal)).not.toContain(String(value))
  },
)

test.each(fixture.layers as unknown as Layers[])('$name', async ({ client, call, headers }) => {
  const sent: Record<string, string>[] = []
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      sent.push(Object.fromEntries([...request.headers].filter(([name]) => name.startsWith('x-'))))
      return Response.json({}, { headers: { 'x-gateway-trace-id': 't' } })
    },
  })
  const gatehouse = new Gatehouse({ baseURL: server.url.href, apiKey: null, ...client.camelCase })
  await gatehouse.get('/models', {}, call.camelCase)
  await gatehouse.withOptions(call.camelCase).get('/models')
  expect(sent).toEqual([headers, headers])
})

type Unknown = Spellings & { readonly name: string; readonly nearest: { readonly camelCase: string } | null }

test.each(fixture.unknown as unknown as Unknown[])('$name is refused', ({ camelCase, nearest }) => {
  const [option] = Object.keys(camelCase)
  const words = `There is no option "${option}". ${nearest === null ? 'See the list' : `Did you mean "${nearest.camelCase}"?`}`
  expect(() => createHeaders(camelCase)).toThrow(words)
  expect(() => new Gatehouse(camelCase)).toThrow(words)
  expect(() => new Gatehouse({}).withOptions(camelCase)).toThrow(words)
})

test('every option of the contract is an option here, under its camelCase names', () => {
  const settings = contract.provider_settings.flatMap(({ vendor_name: vendor, ...row }) =>
    vendor === undefined ? [row] : [row, { ...row, ...vendor }],
  )
  expect<Record<string, string>>(OPTION_HEADERS).toEqual(
    Object.fromEntries([...contract.options, ...settings].map((row) => [row.camelCase, row.header])),
  )
})

test('an option in the body of a call is refused, because no provider would read it', () => {
  const body = { model: 'mock', messages: [], traceId: 'order-17' }
  expect(() => new Gatehouse({}).chat.completions.create(body)).toThrow('"traceId" is an option')
})
