/** Errors of the SCIM protocol (RFC 7644, section 3.12). */

import type { GatewayError } from '../../core/errors.ts'

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

export class ScimError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly scimType: ScimType | null = null,
  ) {
    super(detail)
    this.name = 'ScimError'
  }
}

export function badRequest(scimType: ScimType, detail: string): ScimError {
  return new ScimError(400, detail, scimType)
}

export function fromGatewayError(error: GatewayError): ScimError {
  const detail = `${error.message} ${error.hint}`.trim()
  if (error.code === 'conflict') return new ScimError(409, detail, 'uniqueness')
  if (error.code === 'last_owner') return new ScimError(409, detail, 'mutability')
  if (error.code === 'invalid_json') return new ScimError(400, detail, 'invalidSyntax')
  if (error.code === 'invalid_body' || error.code === 'invalid_parameter') return badRequest('invalidValue', detail)
  return new ScimError(error.status, detail)
}

export function errorBody({ status, scimType, detail }: ScimError): object {
  return { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType !== null && { scimType }), detail }
}
