/** Every generated file of both SDKs, by its path in the project. */

import { pythonAdminSource } from '../../python/scripts/admin-source.ts'
import { asyncResourcesSource } from '../../python/scripts/async-source.ts'
import { pythonOptionsSource } from '../../python/scripts/options-source.ts'
import { adminSource } from './admin-source.ts'
import { type OpenApi, type OptionsContract, operationsOf, type Schema } from './contract-shapes.ts'
import { optionsSource } from './options-source.ts'

export type Contract = {
  readonly options: unknown
  readonly openapi: unknown
  readonly configSchema: unknown
  /** sdk/python/src/gatehouse/_resources.py */
  readonly pythonResources: string
}

export function sdkFiles(contract: Contract): Readonly<Record<string, string>> {
  const options = contract.options as OptionsContract
  const operations = operationsOf(contract.openapi as OpenApi)
  return {
    'sdk/typescript/src/generated/options.ts': optionsSource(options, contract.configSchema as Schema),
    'sdk/typescript/src/generated/admin.ts': adminSource(operations),
    'sdk/python/src/gatehouse/_async_resources.py': asyncResourcesSource(contract.pythonResources),
    'sdk/python/src/gatehouse/_generated_options.py': pythonOptionsSource(options),
    'sdk/python/src/gatehouse/_generated_admin.py': pythonAdminSource(operations, false),
    'sdk/python/src/gatehouse/_generated_async_admin.py': pythonAdminSource(operations, true),
  }
}
