import { useMemo } from 'react'
import { m } from '#console-messages'
import { listOperatedDeliveries, replayOperatedDeliveries } from '#contracts/operator-webhooks.endpoints.ts'
import type { WebhookDelivery } from '#contracts/webhooks.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import { Pill } from '#console/ui/pill.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'

/** What was sent to an endpoint, the newest first; one or many are sent again. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const source = useMemo(
    (): TableSource<WebhookDelivery> => ({
      key: `deliveries-${webhookId}`,
      page: async ({ filters, cursor, limit, signal }) =>
        await call(listOperatedDeliveries, {
          params: { id: webhookId },
          query: { ...filters, cursor, limit },
          signal,
        }),
    }),
    [webhookId],
  )
  const acts = useMemo(() => [replayAct(webhookId)], [webhookId])
  const fileOf = useMemo(() => ({ webhook: webhookId }), [webhookId])
  return (
    <DataTable
      label={m.webhooks_deliveries()}
      source={source}
      columns={columns}
      filters={filters}
      fileByJob="deliveries"
      fileOf={fileOf}
      acts={acts}
      idOf={({ id }) => id}
      nameOf={({ type, createdAt }) => `${type}, ${formatDateTime(createdAt)}`}
      empty={m.webhooks_deliveries_none()}
    />
  )
}

function replayAct(webhookId: string): RowAct<WebhookDelivery> {
  return {
    id: 'replay',
    label: m.webhooks_replay(),
    hotkey: 'r',
    permission: 'webhook.replay',
    applies: ({ state }) => state !== 'pending',
    preview: (rows) => (
      <p>{m.webhooks_replay_preview({ count: rows.length, shown: formatNumber(rows.length) })}</p>
    ),
    run: async (rows) =>
      await outcomeOfEach(
        rows,
        async ({ id }) =>
          await call(replayOperatedDeliveries, { params: { id: webhookId }, body: { deliveryId: id } }),
      ),
    said: () => m.webhooks_replayed_said(),
  }
}

const stateNames: Record<WebhookDelivery['state'], () => string> = {
  pending: m.webhooks_pending,
  delivered: m.webhooks_delivered,
  failed: m.webhooks_failed,
}
const tones = { pending: 'warn', delivered: 'good', failed: 'bad' } as const

const columns: TableColumn<WebhookDelivery>[] = [
  {
    id: 'type',
    header: m.webhooks_event(),
    cell: ({ type }) => <b>{type}</b>,
    csv: ({ type }) => type,
  },
  {
    id: 'state',
    header: m.webhooks_state(),
    cell: ({ state }) => <Pill tone={tones[state]}>{stateNames[state]()}</Pill>,
    csv: ({ state }) => state,
  },
  {
    id: 'attempts',
    header: m.webhooks_attempts(),
    align: 'end',
    cell: ({ attempts }) => formatNumber(attempts),
    csv: ({ attempts }) => attempts,
  },
  {
    id: 'answer',
    header: m.webhooks_answer(),
    cell: ({ lastStatus, lastError }) => [lastStatus, lastError].filter(Boolean).join(' · '),
    csv: ({ lastStatus, lastError }) => lastStatus ?? lastError,
  },
  {
    id: 'made',
    header: m.webhooks_made_at(),
    align: 'end',
    cell: ({ createdAt }) => formatDateTime(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
  {
    id: 'last',
    header: m.webhooks_last_attempt(),
    align: 'end',
    cell: ({ lastAttemptAt }) => lastAttemptAt && formatDateTime(lastAttemptAt),
    csv: ({ lastAttemptAt }) => lastAttemptAt,
  },
  {
    id: 'next',
    header: m.webhooks_next_attempt(),
    align: 'end',
    cell: ({ nextAttemptAt }) => nextAttemptAt && formatDateTime(nextAttemptAt),
    csv: ({ nextAttemptAt }) => nextAttemptAt,
    isExtra: true,
  },
  {
    id: 'id',
    header: m.webhooks_message(),
    cell: ({ messageId }) => <code>{messageId}</code>,
    csv: ({ messageId }) => messageId,
    isExtra: true,
  },
]

const filters: TableFilter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: m.webhooks_state(),
    options: (['failed', 'pending', 'delivered'] as const).map((state) => ({
      value: state,
      label: stateNames[state](),
    })),
  },
]
