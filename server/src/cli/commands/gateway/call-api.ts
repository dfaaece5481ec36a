/** `gatehouse api`: makes any call to the admin API. */

import { didYouMean } from '../../../core/suggest.ts'
import type { Call } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import { parseObject } from '../../input/read-file.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export async function callApi(call: Call): Promise<void> {
  const [method = '', path = ''] = call.operands
  if (!METHODS.includes(method.toLowerCase()))
    throw usageError(`"${method}" is not a valid method.${didYouMean(method, METHODS)}`, 'api')
  if (!path.startsWith('/')) throw usageError(`"${path}" is not a path such as /v1/configs.`, 'api')
  const body = call.text('body')
  const response = await call
    .remote()
    .call(method.toUpperCase(), path.replace(/^\/v1(?=\/)/, ''), body === null ? null : parseObject(body, '--body'))
  call.output.data(response, () => JSON.stringify(response, null, 2))
}
