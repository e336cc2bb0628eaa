import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useSearchParams } from 'react-router'
import { m } from '#console-messages'
import { getOperatedRedemption, listOperatedRedemptions } from '#contracts/operator-redemptions.endpoints.ts'
import type { OperatedRedemption } from '#contracts/operator-redemptions.schemas.ts'
import { DESTINATION_KINDS } from '#rules/payout-destination.ts'
import { REDEMPTION_STATES } from '#rules/redemption-state.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { useQueue } from '#console/platform/use-queue.tsx'
import { formatAge, formatDateTime, formatNumber, formatUsd } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource, TableView } from '#console/ui/table/table-source.ts'
import { NewRunDialog } from '../payouts/new-run-dialog.tsx'
import { mismatchActs } from './mismatch-acts.tsx'
import { payoutActs } from './payout-acts.tsx'
import { redemptionActs, sumOf } from './redemption-acts.tsx'
import { RedemptionDetail } from './redemption-detail.tsx'
import { kindNames, memberName, stateNames } from './redemption-words.ts'
import { onceLookedAt, restoredActs } from './restored-acts.tsx'
import { RiskStrip } from './risk-strip.tsx'

/** Redemptions of all members: those that wait first, with what speaks against paying them. */
export default function Redemptions() {
  const { summary } = useQueue('redemptions', {
    waiting: ({ count, oldestAt, usdCents }) =>
      m.redemptions_waiting({
        count: formatNumber(count),
        age: formatAge(oldestAt!),
        value: formatUsd(usdCents ?? 0),
      }),
    none: m.redemptions_none_waiting(),
  })
  const [isOpen, dialog] = useDisclosure(false)
  const may = useMay()
  // Of what is approved, a run takes all that fits.
  const isToPay = useSearchParams()[0].get('state') === 'approved'
  return (
    <>
      <ScreenHead title={m.shell_redemptions()} summary={summary}>
        {isToPay && may('payout-run.draft') && (
          <Button variant="light" onClick={dialog.open}>
            {m.payouts_new()}
          </Button>
        )}
      </ScreenHead>
      <NewRunDialog isOpen={isOpen} onClose={dialog.close} />
      <DataTable
        label={m.shell_redemptions()}
        source={source}
        columns={columns}
        filters={filters}
        fileByJob="redemptions"
        views={views}
        acts={acts}
        idOf={({ id }) => id}
        nameOf={({ member, usdCents }) => `${memberName(member)}, ${formatUsd(usdCents)}`}
        sumOf={sumOf}
        detail={(row, acts) => <RedemptionDetail row={row} acts={acts} />}
        empty={m.redemptions_empty()}
      />
    </>
  )
}

const acts = [...restoredActs, ...mismatchActs, ...[...redemptionActs, ...payoutActs].map(onceLookedAt)]

const source: TableSource<OperatedRedemption> = {
  key: 'redemptions',
  page: async ({ filters, cursor, limit, signal }) =>
    await call(listOperatedRedemptions, { query: { ...filters, cursor, limit }, signal }),
  one: async (id, signal) => await call(getOperatedRedemption, { params: { id }, signal }),
}

const columns: TableColumn<OperatedRedemption>[] = [
  {
    id: 'member',
    header: m.redemptions_member(),
    cell: ({ member }) => (
      <b>
        <bdi>{memberName(member)}</bdi>
      </b>
    ),
    csv: ({ member }) => member?.name ?? null,
  },
  {
    id: 'email',
    header: m.redemptions_email(),
    cell: ({ member }) => member?.email,
    csv: ({ member }) => member?.email ?? null,
    isExtra: true,
  },
  {
    id: 'country',
    header: m.redemptions_country(),
    cell: ({ member }) => member?.country,
    csv: ({ member }) => member?.country ?? null,
    isExtra: true,
  },
  {
    id: 'destination',
    header: m.redemptions_kind(),
    cell: ({ destination }) => (
      <>
        {kindNames[destination.kind]()} {destination.hint && <bdi>{destination.hint}</bdi>}
      </>
    ),
    csv: ({ destination }) => destination.kind,
  },
  {
    id: 'risk',
    header: m.redemptions_risk(),
    cell: ({ risk, screening }) => <RiskStrip risk={risk} screening={screening} />,
  },
  {
    id: 'value',
    header: m.redemptions_value(),
    align: 'end',
    cell: ({ usdCents }) => <b>{formatUsd(usdCents)}</b>,
    csv: ({ usdCents }) => usdCents / 100,
  },
  {
    id: 'crels',
    header: m.redemptions_crels(),
    align: 'end',
    cell: ({ crels }) => formatNumber(crels),
    csv: ({ crels }) => crels,
    isExtra: true,
  },
  {
    id: 'age',
    header: m.redemptions_age(),
    align: 'end',
    cell: ({ requestedAt }) => (
      <time dateTime={requestedAt} title={formatDateTime(requestedAt)}>
        {formatAge(requestedAt)}
      </time>
    ),
    csv: ({ requestedAt }) => requestedAt,
  },
  {
    id: 'state',
    header: m.redemptions_state(),
    cell: ({ state }) => stateNames[state](),
    csv: ({ state }) => state,
    isExtra: true,
  },
  {
    id: 'approvedBy',
    header: m.redemptions_approved_by(),
    cell: ({ approvedBy }) => approvedBy,
    csv: ({ approvedBy }) => approvedBy,
    isExtra: true,
  },
  {
    id: 'reference',
    header: m.redemptions_reference(),
    cell: ({ reference }) => reference,
    csv: ({ reference }) => reference,
    isExtra: true,
  },
  {
    id: 'id',
    header: m.redemptions_id(),
    cell: ({ id }) => <code>{id}</code>,
    csv: ({ id }) => id,
    isExtra: true,
  },
]

const filters: TableFilter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: m.redemptions_state(),
    fallback: 'requested',
    options: [
      ...REDEMPTION_STATES.map((state) => ({ value: state, label: stateNames[state]() })),
      { value: 'stuck', label: m.redemptions_stuck() },
      { value: 'mismatched', label: m.redemptions_mismatched() },
      { value: 'restored', label: m.redemptions_restored() },
    ],
  },
  {
    kind: 'choice',
    name: 'kind',
    label: m.redemptions_kind(),
    options: DESTINATION_KINDS.map((kind) => ({ value: kind, label: kindNames[kind]() })),
  },
  {
    kind: 'choice',
    name: 'run',
    label: m.redemptions_run(),
    options: [{ value: 'none', label: m.redemptions_run_none() }],
  },
  {
    kind: 'choice',
    name: 'sort',
    label: m.redemptions_sort(),
    fallback: 'wait',
    isNoNarrowing: true,
    options: [
      { value: 'wait', label: m.redemptions_sort_wait() },
      { value: 'value', label: m.redemptions_sort_value() },
      { value: 'newest', label: m.redemptions_sort_newest() },
    ],
  },
]

const views: TableView[] = [
  { name: m.redemptions_view_waiting(), filters: {} },
  { name: m.redemptions_view_largest(), filters: { sort: 'value' } },
  { name: m.redemptions_view_to_pay(), filters: { state: 'approved', run: 'none' } },
  { name: m.redemptions_view_sending(), filters: { state: 'sending' } },
  { name: m.redemptions_stuck(), filters: { state: 'stuck' } },
  { name: m.redemptions_view_failed(), filters: { state: 'failed', sort: 'newest' } },
  { name: m.redemptions_view_returned(), filters: { state: 'returned', sort: 'newest' } },
  { name: m.redemptions_mismatched(), filters: { state: 'mismatched' } },
  { name: m.redemptions_restored(), filters: { state: 'restored' } },
]
