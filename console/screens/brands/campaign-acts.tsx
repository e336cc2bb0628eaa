import { m } from '#console-messages'
import { duplicateOperatedCampaign, moveOperatedCampaign } from '#contracts/operator-campaigns.endpoints.ts'
import type { OperatedCampaign, OperatedCampaignDetail } from '#contracts/operator-campaigns.schemas.ts'
import { asksReason, campaignStateAfter, type CampaignAction } from '#rules/campaign-state.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { formatNumber, formatUsd } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { useCampaignReach } from './use-campaign-reach.ts'

interface Move {
  label: () => string
  preview: () => string
  said: (inputs: { count: number }) => string
  look: RowAct<OperatedCampaign>['look']
  hotkey?: string
  /** What takes it back, where something does, and what that leaves. */
  undo?: CampaignAction
  remains?: () => string
}

const moves: Record<CampaignAction, Move> = {
  publish: {
    label: m.campaigns_publish,
    preview: m.campaigns_publish_preview,
    said: m.campaigns_published_said,
    look: 'primary',
  },
  unpublish: {
    label: m.campaigns_unpublish,
    preview: m.campaigns_unpublish_preview,
    said: m.campaigns_unpublished_said,
    look: 'quiet',
    undo: 'publish',
  },
  pause: {
    label: m.campaigns_pause,
    preview: m.campaigns_pause_preview,
    said: m.campaigns_paused_said,
    look: 'quiet',
    hotkey: 'p',
    undo: 'resume',
    remains: m.campaigns_pause_remains,
  },
  resume: {
    label: m.campaigns_resume,
    preview: m.campaigns_resume_preview,
    said: m.campaigns_resumed_said,
    look: 'primary',
    hotkey: 'r',
    undo: 'pause',
    remains: m.campaigns_resume_remains,
  },
  end: {
    label: m.campaigns_end,
    preview: m.campaigns_end_preview,
    said: m.campaigns_ended_said,
    look: 'danger',
  },
  archive: {
    label: m.campaigns_archive,
    preview: m.campaigns_archive_preview,
    said: m.campaigns_archived_said,
    look: 'quiet',
  },
}

/** Moves campaigns from state to state: what it means, and what each touches, is said before. */
export function moveAct(action: CampaignAction): RowAct<OperatedCampaign> {
  const { label, preview, said, look, hotkey, undo, remains } = moves[action]
  return {
    id: action,
    label: label(),
    ...(hotkey !== undefined && { hotkey }),
    ...(look !== undefined && { look }),
    permission: 'campaign.state',
    applies: ({ state }) => campaignStateAfter(state, action) !== undefined,
    ...(asksReason(action) && { reason: { label: m.common_reason(), isRequired: true } }),
    preview: (rows) => (
      <>
        <p>{preview()}</p>
        {action === 'publish' && rows.some(({ budget }) => budget.crels === 0) && (
          <p>{m.campaigns_publish_unfunded()}</p>
        )}
        {rows.map((row) => (
          <Reach key={row.id} campaign={row} action={action} />
        ))}
      </>
    ),
    run: async (rows, reason) =>
      await outcomeOfEach(
        rows,
        async ({ id }) => await move(id, { action, reason }),
        undo && (async ({ id }) => await move(id, { action: undo, reason: m.common_undone(), isUndo: true })),
      ),
    ...(remains && { remains }),
    said: (count) => said({ count }),
  }
}

async function move(
  id: string,
  { reason, ...moved }: { action: CampaignAction; reason: string; seen?: number; isUndo?: true },
): Promise<unknown> {
  return await call(moveOperatedCampaign, { params: { id }, body: { ...moved, reason: reason || undefined } })
}

/** How many are in a campaign, by how many links, what is left of its budget, and what its end ends. */
function Reach({ campaign: { id, title }, action }: { campaign: OperatedCampaign; action: CampaignAction }) {
  const reach = useCampaignReach(id)
  if (reach.isPending) return <LoadingState />
  if (reach.isError) return <FailureState error={reach.error} onRetry={() => void reach.refetch()} />
  const { members, applicants, links, left } = reach.data
  return (
    <p>
      <b>
        <bdi>{title}</bdi>
      </b>
      {': '}
      {m.campaigns_touches({
        members: m.campaigns_count_members({ count: members, shown: formatNumber(members) }),
        links: m.campaigns_count_links({ count: links, shown: formatNumber(links) }),
        left: formatUsd(left.usdCents),
      })}
      {action === 'end' && applicants > 0 && (
        <> {m.campaigns_end_applications({ count: applicants, shown: formatNumber(applicants) })}</>
      )}
    </p>
  )
}

/** Makes a draft with the same offer, and opens it. */
export function duplicateAct(
  { id, title, brand }: OperatedCampaignDetail,
  onMade: (id: string) => void,
): RowAct<OperatedCampaignDetail> {
  return {
    id: 'duplicate',
    label: m.campaigns_duplicate(),
    look: 'quiet',
    permission: 'campaign.create',
    fields: [
      {
        name: 'title',
        label: m.campaigns_copy_title(),
        isRequired: true,
        length: 120,
        initial: m.campaigns_copy_of({ title }).slice(0, 120),
      },
    ],
    preview: () => <p>{m.campaigns_duplicate_preview({ brand: brand.name })}</p>,
    run: async (_, __, values, idempotencyKey) => {
      const made = await call(duplicateOperatedCampaign, {
        idempotencyKey,
        params: { id },
        body: { title: values['title']!.trim() },
      })
      onMade(made.id)
      return oneDone(
        made.id,
        // A draft that a colleague has written in since stays.
        async () =>
          await move(made.id, { action: 'archive', reason: m.common_undone(), seen: made.revision }),
      )
    },
    said: () => m.campaigns_duplicated_said(),
  }
}
