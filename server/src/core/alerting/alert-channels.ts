/** Alert channels: the webhooks, Slack webhooks and e-mail recipients that alerts are sent to. */

import type { Listed, Page, Reach } from '../stores/reach.ts'
import type { AlertRule } from './alert-rules.ts'

export const CHANNEL_TYPES = ['webhook', 'slack', 'email'] as const

export type AlertChannel = {
  readonly id: string
  readonly organisationId: string
  /** Null: usable by the rules of every workspace. */
  readonly workspaceId: string | null
  readonly name: string
  readonly type: (typeof CHANNEL_TYPES)[number]
  /** Encrypted `ChannelSecret`; null for e-mail. */
  readonly sealed: string | null
  /** The part of the URL that is shown, without its path; null for e-mail. */
  readonly urlHint: string | null
  readonly hasSigningSecret: boolean
  /** E-mail addresses; empty for the other types. */
  readonly recipients: readonly string[]
  /** Also receives the alerts of budgets that reach their alert_threshold. */
  readonly receivesBudgetAlerts: boolean
  readonly createdBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** A webhook URL can contain a token, so it is as secret as the signing secret. */
export type ChannelSecret = { readonly url: string; readonly signingSecret: string | null }

/** Encryption context: the text can be decrypted for this channel only. */
export function channelContext({ id, organisationId }: Pick<AlertChannel, 'id' | 'organisationId'>): string {
  return `alert_channels/sealed/${organisationId}/${id}`
}

/** The channels of a rule that still exist. */
export async function channelsOf(
  { organisationId, channelIds }: Pick<AlertRule, 'organisationId' | 'channelIds'>,
  channels: AlertChannelStore,
): Promise<AlertChannel[]> {
  const reach = { organisationId, workspaceId: null }
  const found = await Promise.all(channelIds.map((id) => channels.find(reach, id)))
  return found.filter((channel) => channel !== undefined)
}

export interface AlertChannelStore {
  /** Finds only channels the caller may change: those of its workspace, or all if it can access the organisation. */
  find(reach: Reach, id: string): Promise<AlertChannel | undefined>
  /** Sorted by name. For a workspace, includes the channels of the organisation. */
  list(reach: Reach, page: Page): Promise<Listed<AlertChannel>>
  count(organisationId: string): Promise<number>
  /** Channels that receive budget alerts of this workspace. */
  forBudgetAlerts(organisationId: string, workspaceId: string | null): Promise<readonly AlertChannel[]>
  insert(channel: AlertChannel): Promise<void>
  update(channel: AlertChannel): Promise<void>
  remove(id: string): Promise<void>
}
