/** Props of every tab. */

import type { Sums } from '../analytics-api.ts'
import type { AnalyticsView } from '../view.ts'

export type TabProps = { readonly view: AnalyticsView; readonly now: Sums; readonly before: Sums | null }
