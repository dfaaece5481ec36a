/** Converts lists of Azure deployments of virtual keys and integrations to and from the formats that clients use. */

import { GatewayError } from '../../core/errors.ts'

/** The setting that stores the list as JSON. The provider's adapter validates it. */
export const DEPLOYMENTS = 'cloud_a_deployments'

type Deployment = Readonly<Record<string, unknown>>

const FIELDS: ReadonlyMap<string, string> = new Map([
  ['deploymentName', 'deployment_id'],
  ['deployment_name', 'deployment_id'],
  ['deploymentId', 'deployment_id'],
  ['deployment_id', 'deployment_id'],
  ['azure_deployment_name', 'deployment_id'],
  ['apiVersion', 'api_version'],
  ['api_version', 'api_version'],
  ['azure_api_version', 'api_version'],
  ['azure_model_slug', 'model'],
  ['model', 'model'],
  ['alias', 'alias'],
  ['is_default', 'is_default'],
  ['isDefault', 'is_default'],
])

/** The value of the setting; null removes the list. A single deployment may be sent without a list. */
export function deploymentsText(given: unknown, path: string): string | null {
  if (given === null) return null
  const list = Array.isArray(given) ? given : [given]
  if (list.length === 0) return null
  return JSON.stringify(list.map((one, i) => deploymentOf(one, `${path}[${i}]`)))
}

function deploymentOf(given: unknown, path: string): Deployment {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new GatewayError('invalid_body', { param: path, message: `${path}: must be an object.` })
  const deployment: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const field = FIELDS.get(name)
    const shown = `${path}.${name.slice(0, 64).toWellFormed()}`
    if (field === undefined) {
      throw new GatewayError('invalid_body', {
        param: shown,
        message: `${shown}: unknown field.`,
        hint: 'Fields of a deployment: deploymentName, apiVersion, alias, azure_model_slug and is_default.',
      })
    }
    if (value == null || value === '') continue
    deployment[field] = value
  }
  if (deployment['deployment_id'] === undefined) {
    throw new GatewayError('invalid_body', {
      param: path,
      message: `${path}: deploymentName (azure_deployment_name) is required.`,
    })
  }
  return deployment
}

/** The format in responses of virtual keys. */
export function deploymentConfig(text: string): Deployment[] {
  return (JSON.parse(text) as Deployment[]).map(({ deployment_id: deploymentName, api_version, model, ...rest }) => ({
    deploymentName,
    ...(api_version !== undefined && { apiVersion: api_version }),
    ...(model !== undefined && { azure_model_slug: model }),
    ...rest,
  }))
}

/** The format in responses of integrations. */
export function azureDeploymentConfig(text: string): Deployment[] {
  return (JSON.parse(text) as Deployment[]).map(({ deployment_id: name, api_version, model, ...rest }) => ({
    azure_deployment_name: name,
    ...(api_version !== undefined && { azure_api_version: api_version }),
    ...(model !== undefined && { azure_model_slug: model }),
    ...rest,
  }))
}
