/** Port for ids that a caller chooses for new resources. */

export type IdKind =
  | 'api_key'
  | 'collection'
  | 'config'
  | 'guardrail'
  | 'integration'
  | 'invite'
  | 'label'
  | 'partial'
  | 'partial version'
  | 'policy'
  | 'prompt'
  | 'prompt version'
  | 'virtual_key'
  | 'workspace'

/** Where the new resource belongs; `workspaceId` is null for resources of the organisation. */
export type IdHome = { readonly organisationId: string; readonly workspaceId: string | null }

export interface IdStore {
  /**
   * Whether a new resource may have this id: nothing in any organisation has it, and it is not the slug of a similar
   * resource. A deleted API key, policy or invitation of the same workspace gives up its id.
   */
  claim(kind: IdKind, id: string, home: IdHome): Promise<boolean>
}
