/** Shown instead of the dashboard while the organisation requires a second factor that the user does not have. */

import { useEffect } from 'preact/hooks'
import { asApiError } from '../../api/api-error.ts'
import { Button } from '../../design/controls/button.tsx'
import { Toasts, toast } from '../../design/states/toasts.tsx'
import { loadSession, signOut } from '../session.ts'
import { FactorsCard } from './factors-card.tsx'

export function EnrolPage() {
  useEffect(() => {
    document.title = 'Second factor · Gatehouse'
  }, [])
  const leave = () => {
    signOut().catch((error: unknown) => toast({ words: asApiError(error).message, tone: 'error' }))
  }
  return (
    <main class="enrol stack">
      <h1>Add second factor</h1>
      <p>Your organisation requires one. You can use the dashboard after you have added it.</p>
      <FactorsCard onChanged={() => void loadSession()} />
      <div>
        <Button onClick={leave}>Sign out</Button>
      </div>
      <Toasts />
    </main>
  )
}
