import { useQueries } from '@tanstack/react-query'
import { m } from '#console-messages'
import {
  banReportedLinks,
  listReportedLinks,
  unbanReportedLinks,
} from '#contracts/operator-abuse.endpoints.ts'
import type { ReportedLink } from '#contracts/operator-abuse.schemas.ts'
import type { OperatedRequest } from '#contracts/operator-support.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatNumber } from '#console/ui/format.ts'
import { outcomeOfEach, RowRefused } from '#console/ui/outcome-of-each.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { answers, reportLinksQuery } from './report-links.tsx'

/** Blocks the links that reports name, and closes these. */
export const blockAct: RowAct<OperatedRequest> = {
  id: 'block',
  label: m.inboxes_block(),
  hotkey: 'b',
  look: 'danger',
  permission: 'link.ban',
  applies: ({ state }) => state !== 'closed',
  reason: { label: m.common_reason(), isRequired: true },
  preview: (rows) => <Reach ids={rows.map(({ id }) => id)} />,
  run: async (rows, reason) =>
    await outcomeOfEach(
      rows,
      async (row) => await block(row, reason),
      async ({ id }, { codes }) =>
        await call(unbanReportedLinks, {
          params: { id },
          body: { codes: [...codes], reason: m.common_undone(), isUndo: true },
        }),
    ),
  remains: m.inboxes_block_remains,
  said: (count) => m.inboxes_blocked({ count }),
}

/** Gives back what was blocked for closed reports, all of it, which then wait again: also long after it was done. */
export const unblockAct: RowAct<OperatedRequest> = {
  id: 'unblock',
  label: m.inboxes_unblock(),
  hotkey: 'u',
  look: 'quiet',
  permission: 'link.unban',
  applies: ({ state }) => state === 'closed',
  reason: { label: m.common_reason(), isRequired: true },
  preview: (rows) => <Reach ids={rows.map(({ id }) => id)} isBack />,
  run: async (rows, reason) =>
    await outcomeOfEach(
      rows,
      async ({ id }) => await unblock(id, reason),
      async ({ id, lastMessage }, { codes }) =>
        await call(banReportedLinks, {
          params: { id },
          body: { codes: [...codes], seen: lastMessage.id, reason: m.common_undone(), isUndo: true },
        }),
    ),
  undoPermission: 'link.ban',
  said: (count) => m.inboxes_unblocked({ count }),
}

async function unblock(id: string, reason: string) {
  const params = { id }
  const { items } = await call(listReportedLinks, { params })
  const codes = items.filter(isBlocked).map(({ code }) => code)
  if (codes.length === 0) throw new RowRefused(m.inboxes_unblock_none())
  return await call(unbanReportedLinks, { params, body: { codes, reason } })
}

const isBlocked = ({ isBlockedForThis }: ReportedLink) => isBlockedForThis

async function block({ id, lastMessage }: OperatedRequest, reason: string) {
  const params = { id }
  const { items } = await call(listReportedLinks, { params })
  const codes = items.filter(answers).map(({ code }) => code)
  if (codes.length === 0) throw new RowRefused(m.inboxes_block_none())
  return await call(banReportedLinks, { params, body: { codes, seen: lastMessage.id, reason } })
}

/** What blocking touches, or giving back, before it is done. */
function Reach({ ids, isBack = false }: { ids: readonly string[]; isBack?: boolean }) {
  const asked = useQueries({ queries: ids.map((id) => reportLinksQuery(id)) })
  const failed = asked.find(({ isError }) => isError)
  if (failed) return <FailureState error={failed.error} onRetry={() => void failed.refetch()} />
  if (asked.some(({ isPending }) => isPending)) return <LoadingState />
  const byCode = new Map(asked.flatMap(({ data = [] }) => data.map((link) => [link.code, link] as const)))
  const links = [...byCode.values()].filter(isBack ? isBlocked : answers)
  if (links.length === 0) return <p>{isBack ? m.inboxes_unblock_none() : m.inboxes_block_none()}</p>
  const clicks = links.reduce((sum, { clicksIn30Days }) => sum + clicksIn30Days, 0)
  const campaigns = links.filter(({ campaign }) => campaign !== null).length
  return (
    <>
      <p>
        {(isBack ? m.inboxes_unblock_preview : m.inboxes_block_preview)({
          links: m.inboxes_block_links({ count: links.length }),
          creators: m.inboxes_block_creators({ count: new Set(links.map(({ owner }) => owner.uid)).size }),
          clicks: m.inboxes_block_clicks({ count: clicks, shown: formatNumber(clicks) }),
        })}
      </p>
      {campaigns > 0 && <p>{m.inboxes_block_campaigns({ count: campaigns })}</p>}
      <p>{links.map(({ code }) => `/s/${code}`).join(', ')}</p>
    </>
  )
}
