/** Which route of a group a request takes: by weight, by stickiness, by condition. */

import type { RequestFacts, Route } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Decision } from '../../core/record.ts'
import { pickWeighted, rankSticky } from '../../policies/weighted-pick.ts'
import { fieldText } from './field-text.ts'

/** What routing may look at. */
export type RoutedRequest = {
  readonly facts: () => RequestFacts
  /** Requests with the same id and the same hash fields stay together. */
  readonly stickyId: string
}

type Chance = {
  random(): number
  epochMs(): number
  decide(kind: Decision['kind'], target: string | null, reason: string): void
}

/** `weights` are the route's own with 0 where a circuit is open; at least one is above 0. */
export function drawRoute(
  route: Route & { kind: 'loadbalance' },
  weights: readonly number[],
  request: RoutedRequest,
  world: Chance,
): number {
  if (!route.sticky) {
    for (const [index, weight] of weights.entries())
      if (weight === 0 && route.weights[index]! > 0) tellPassedOver(route, index, world)
    const index = pickWeighted(weights, world.random())
    world.decide('draw', `${route.configPath}.targets[${index}]`, `drawn by weight ${route.weights[index]}`)
    return index
  }
  const facts = request.facts()
  const bucket = Math.floor(world.epochMs() / route.sticky.ttlMs)
  const fields = route.sticky.hashFields
  const seed = [
    request.stickyId,
    bucket,
    ...fields.map((field) => facts.fieldTexts?.get(field) ?? fieldText(facts, field)),
  ].join('\0')
  // An open circuit leaves the ranking of the others as it is, so its callers spread and come back.
  const ranking = rankSticky(route.weights, seed)
  const index = ranking.find((ranked) => weights[ranked]! > 0)!
  // Those ranked behind it would not have been chosen anyway.
  for (const ranked of ranking.slice(0, ranking.indexOf(index))) tellPassedOver(route, ranked, world)
  world.decide('sticky', `${route.configPath}.targets[${index}]`, `by ${['key', ...fields].join(', ')}`)
  return index
}

function tellPassedOver(route: Route & { kind: 'loadbalance' }, index: number, world: Chance): void {
  const what = route.routes[index]?.kind === 'target' ? 'its circuit is' : 'every circuit below it is'
  world.decide('breaker', `${route.configPath}.targets[${index}]`, `passed over: ${what} open`)
}

/** The route a conditional group would take; null when it has none for this request. */
export function findRoute(route: Route & { kind: 'conditional' }, facts: RequestFacts): number | null {
  return route.conditions.find((condition) => condition.matches(facts))?.route ?? route.otherwise
}

export function matchCondition(
  route: Route & { kind: 'conditional' },
  request: RoutedRequest,
  world: Pick<Chance, 'decide'>,
): number {
  const facts = request.facts()
  for (const condition of route.conditions) {
    if (!condition.matches(facts)) continue
    world.decide(
      'condition',
      `${route.configPath}.targets[${condition.route}]`,
      `${condition.text} is true, so ${condition.then}`,
    )
    return condition.route
  }
  if (route.otherwise === null) throw new GatewayError('no_condition_matched', { param: route.configPath })
  world.decide('condition', `${route.configPath}.targets[${route.otherwise}]`, 'no condition is true, so the default')
  return route.otherwise
}
