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
   * Whether a new resource may have this id: no resource of this kind has it in any organisation, or has it as its slug
   * in this organisation. First removes a deleted API key, archived policy or cancelled invitation with this id.
   */
  claim(kind: IdKind, id: string, home: IdHome): Promise<boolean>
}
