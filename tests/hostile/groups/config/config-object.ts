/** The config object: every key with invalid values, every limit from both sides. */

import type { Group } from '../../case.ts'
import { configStrategyCases } from './config-strategies.ts'
import { configTargetCases } from './config-targets.ts'
import { configValueCases } from './config-values.ts'

export function configObjectGroup(): Group {
  const cases = [...configValueCases(), ...configStrategyCases(), ...configTargetCases()]
  return { name: 'config-object', about: 'the config object', cases }
}
