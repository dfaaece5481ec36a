/** The first steps of a workspace and whether each is done. */

export type State = {
  readonly virtualKeys: number
  /** Keys that a person created. */
  readonly ownKeys: number
  readonly hasRequest: boolean
  readonly budgets: number
}

type Step = { readonly name: string; readonly label: string; readonly href: string; readonly isDone: boolean }

/** Only the steps for which the user has permission. */
export function stepsOf(state: State, can: (scope: string) => boolean): readonly Step[] {
  const all: readonly (Step & { readonly scope: string })[] = [
    {
      name: 'provider',
      scope: 'virtual_keys.create',
      label: 'Add provider key',
      href: '/virtual-keys?new=1',
      isDone: state.virtualKeys > 0,
    },
    {
      name: 'key',
      scope: 'workspace_service_api_keys.create',
      label: 'Create API key',
      href: '/api-keys?new=1',
      isDone: state.ownKeys > 0,
    },
    { name: 'request', scope: 'logs.list', label: 'Send request', href: '/welcome', isDone: state.hasRequest },
    {
      name: 'budget',
      scope: 'virtual_keys.update',
      label: 'Set budget',
      href: '/virtual-keys',
      isDone: state.budgets > 0,
    },
  ]
  return all.filter(({ scope }) => can(scope))
}
