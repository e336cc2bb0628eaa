import { queryOptions, useQueries } from '@tanstack/react-query'
import { m } from '#console-messages'
import { banReportedLinks, unbanReportedLinks } from '#contracts/operator-abuse.endpoints.ts'
import type { ReportedLink } from '#contracts/operator-abuse.schemas.ts'
import type { OperatedRequest } from '#contracts/operator-support.schemas.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { queryClient } from '#console/platform/query-client.ts'
import { formatNumber } from '#console/ui/format.ts'
import { outcomeOfEach, RowRefused } from '#console/ui/outcome-of-each.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { answers, readReportLinks } from './report-links.tsx'

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
      withShown(rows, answers),
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
      withShown(rows, isBlocked),
      async (row) => await unblock(row, reason),
      async ({ id, lastMessage }, { codes }) =>
        await call(banReportedLinks, {
          params: { id },
          body: { codes: [...codes], seen: lastMessage.id, reason: m.common_undone(), isUndo: true },
        }),
    ),
  remains: m.inboxes_unblock_remains,
  undoPermission: 'link.ban',
  said: (count) => m.inboxes_unblocked({ count }),
}

/** A report with the links that the dialog showed of it. */
type Shown = OperatedRequest & { codes: string[] }

/** Once for all rows: what is read again while they are done is not what was confirmed. */
function withShown(rows: readonly OperatedRequest[], isMeant: (link: ReportedLink) => boolean): Shown[] {
  return rows.map((row) => {
    const links = queryClient.getQueryData(reachQuery(row.id).queryKey) ?? []
    return { ...row, codes: links.filter(isMeant).map(({ code }) => code) }
  })
}

async function unblock({ id, codes }: Shown, reason: string) {
  if (codes.length === 0) throw new RowRefused(m.inboxes_unblock_none())
  return await call(unbanReportedLinks, { params: { id }, body: { codes, reason } })
}

const isBlocked = ({ isBlockedForThis }: ReportedLink) => isBlockedForThis

async function block({ id, lastMessage, codes }: Shown, reason: string) {
  if (codes.length === 0) throw new RowRefused(m.inboxes_block_none())
  return await call(banReportedLinks, {
    params: { id },
    body: { codes, seen: lastMessage.id, reason },
  })
}

/** The links that a dialog counts, and then acts on. */
const reachQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-reach', id],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await readReportLinks(id, signal),
  })

/** What blocking touches, or giving back, before it is done. */
function Reach({ ids, isBack = false }: { ids: readonly string[]; isBack?: boolean }) {
  const asked = useQueries({ queries: ids.map((id) => reachQuery(id)) })
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
