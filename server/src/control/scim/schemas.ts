/** The service provider config, resource types and schemas of the SCIM endpoint (RFC 7643, sections 5 to 7). */

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Maximum number of resources in one list response. */
export const MAX_RESULTS = 200

type Attribute = {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference'
  readonly description: string
  readonly multiValued?: boolean
  readonly required?: boolean
  readonly caseExact?: boolean
  readonly mutability?: 'readOnly' | 'readWrite' | 'immutable'
  readonly returned?: 'always' | 'default'
  readonly uniqueness?: 'none' | 'server'
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

const USER: readonly Attribute[] = [
  {
    name: 'userName',
    type: 'string',
    description: 'The name of the user at the identity provider, usually an e-mail address. Compared without case.',
    required: true,
    uniqueness: 'server',
  },
  { name: 'externalId', type: 'string', description: 'The id of the user at the identity provider.', caseExact: true },
  {
    name: 'name',
    type: 'complex',
    description: 'The name of the person.',
    subAttributes: [
      { name: 'formatted', type: 'string', description: 'The whole name.' },
      { name: 'familyName', type: 'string', description: 'The last name.' },
      { name: 'givenName', type: 'string', description: 'The first name.' },
    ],
  },
  { name: 'displayName', type: 'string', description: 'The name to show.' },
  {
    name: 'active',
    type: 'boolean',
    description: 'False ends the sessions, personal keys and running requests of the user. True if it is not sent.',
    required: true,
  },
  {
    name: 'emails',
    type: 'complex',
    description: 'The e-mail addresses. Not needed if userName is an e-mail address.',
    multiValued: true,
    required: true,
    subAttributes: [
      { name: 'value', type: 'string', description: 'The address.', required: true },
      { name: 'display', type: 'string', description: 'The name to show.' },
      { name: 'type', type: 'string', description: 'Such as work.' },
      { name: 'primary', type: 'boolean', description: 'The preferred address.' },
    ],
  },
  {
    name: 'groups',
    type: 'complex',
    description: 'The groups of the user. Change the members of the groups instead.',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      { name: 'value', type: 'string', description: 'The id of the group.', caseExact: true, mutability: 'readOnly' },
      {
        name: '$ref',
        type: 'reference',
        description: 'The URI of the group.',
        referenceTypes: ['Group'],
        caseExact: true,
        mutability: 'readOnly',
      },
      { name: 'display', type: 'string', description: 'The name of the group.', mutability: 'readOnly' },
    ],
  },
]

const GROUP: readonly Attribute[] = [
  {
    name: 'displayName',
    type: 'string',
    description: 'The name of the group. Group mappings refer to it.',
    required: true,
  },
  { name: 'externalId', type: 'string', description: 'The id of the group at the identity provider.', caseExact: true },
  {
    name: 'members',
    type: 'complex',
    description: 'The users in the group.',
    multiValued: true,
    subAttributes: [
      { name: 'value', type: 'string', description: 'The id of the user.', caseExact: true, mutability: 'immutable' },
      {
        name: '$ref',
        type: 'reference',
        description: 'The URI of the user.',
        referenceTypes: ['User'],
        caseExact: true,
        mutability: 'immutable',
      },
    ],
  },
]

/** Attributes of RFC 7643 that Gatehouse does not store. Requests may contain them, without effect. */
export const IGNORED_ATTRIBUTES: ReadonlySet<string> = new Set(
  'nickName profileUrl title userType preferredLanguage locale timezone password phoneNumbers ims photos addresses entitlements roles x509Certificates employeeNumber costCenter organization division department manager'
    .toLowerCase()
    .split(' '),
)

function onWire(attribute: Attribute): object {
  const { name, type, description, subAttributes, referenceTypes } = attribute
  return {
    name,
    type,
    multiValued: attribute.multiValued ?? false,
    description,
    required: attribute.required ?? false,
    ...(type !== 'complex' && type !== 'boolean' && { caseExact: attribute.caseExact ?? false }),
    mutability: attribute.mutability ?? 'readWrite',
    returned: attribute.returned ?? 'default',
    ...(type !== 'complex' && type !== 'boolean' && { uniqueness: attribute.uniqueness ?? 'none' }),
    ...(referenceTypes && { referenceTypes }),
    ...(subAttributes && { subAttributes: subAttributes.map(onWire) }),
  }
}

export function schemas(base: string): readonly (object & { readonly id: string })[] {
  const schema = (id: string, name: string, attributes: readonly Attribute[]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description: name === 'User' ? 'A user of the organisation.' : 'A group of users.',
    attributes: attributes.map(onWire),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  })
  return [schema(USER_SCHEMA, 'User', USER), schema(GROUP_SCHEMA, 'Group', GROUP)]
}

export function resourceTypes(base: string): readonly (object & { readonly id: string })[] {
  const type = (id: string, endpoint: string, schema: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    endpoint,
    description: id === 'User' ? 'Users of the organisation.' : 'Groups of users.',
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  })
  return [type('User', '/Users', USER_SCHEMA), type('Group', '/Groups', GROUP_SCHEMA)]
}

export function serviceProviderConfig(base: string): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_RESULTS },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Admin API key',
        description: 'An Admin API key with the scope scim.provision, as bearer token.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}
