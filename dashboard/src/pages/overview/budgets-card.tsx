/** The eight budgets closest to their limit, each with a link to raise it. */

import { can } from '../../app/session.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { Card } from '../../design/data/card.tsx'
import { UsageBar } from '../../design/limits/usage-bar.tsx'
import type { Budgets } from './budgets.ts'

const MAX_SHOWN = 8

export function BudgetsCard({ budgets: all }: Pick<Budgets, 'budgets'>) {
  return (
    <Card title="Budgets closest to their limit" actions={<a href="/virtual-keys">All virtual keys</a>}>
      {all.length === 0 ? (
        <p class="muted">
          No key has a budget. <a href="/virtual-keys">Give one to a virtual key</a>, or{' '}
          <a href="/policies">to all users by policy</a>.
        </p>
      ) : (
        <ul class="stack">
          {all.slice(0, MAX_SHOWN).map((budget) => (
            <li key={budget.id} class="stack-tight">
              <span class="spread">
                <a class="truncate" href={budget.href}>
                  {budget.name}
                </a>
                <span class="row">
                  <span class="caption">{budget.kind}</span>
                  {budget.kind === 'virtual key' && can('virtual_keys.update') && (
                    <LinkButton size="small" href={`${budget.href}?raise=1`}>
                      Raise<span class="sr-only"> the budget of {budget.name}</span>
                    </LinkButton>
                  )}
                </span>
              </span>
              <UsageBar limit={budget.limit} label={`Budget of ${budget.name}`} isShort={all.length > 4} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
