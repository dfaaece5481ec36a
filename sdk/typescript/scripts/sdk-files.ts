/** Every generated file of both SDKs, by its path in the project. */

import { pythonAdminSource } from '../../python/scripts/admin-source.ts'
import { asyncResources } from '../../python/scripts/async-source.ts'
import { pythonOptionsSource } from '../../python/scripts/options-source.ts'
import { adminSource } from './admin-source.ts'
import { type OpenApi, type OptionsContract, operationsOf, type Schema } from './contract-shapes.ts'
import { optionsSource } from './options-source.ts'

export type Contract = {
  readonly options: unknown
  readonly openapi: unknown
  readonly configSchema: unknown
  /** The files of sdk/python/src/gatehouse/_resources, by name. */
  readonly pythonResources: Readonly<Record<string, string>>
}

export function sdkFiles(contract: Contract): Readonly<Record<string, string>> {
  const options = contract.options as OptionsContract
  const operations = operationsOf(contract.openapi as OpenApi)
  const pythonAsync = Object.fromEntries(
    Object.entries(asyncResources(contract.pythonResources)).map(([file, text]) => [
      `sdk/python/src/gatehouse/_async_resources/${file}`,
      text,
    ]),
  )
  return {
    'sdk/typescript/src/generated/options.ts': optionsSource(options, contract.configSchema as Schema),
    'sdk/typescript/src/generated/admin.ts': adminSource(operations),
    ...pythonAsync,
    'sdk/python/src/gatehouse/_generated_options.py': pythonOptionsSource(options),
    'sdk/python/src/gatehouse/_generated_admin.py': pythonAdminSource(operations, false),
    'sdk/python/src/gatehouse/_generated_async_admin.py': pythonAdminSource(operations, true),
  }
}
