import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { m } from '#console-messages'
import { getLedgerTransaction } from '#contracts/operator-ledger.endpoints.ts'
import type { LedgerTransaction } from '#contracts/operator-ledger.schemas.ts'
import { call } from '#console/platform/api.ts'
import { Card } from '#console/ui/card.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatDateTime, formatUsd } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { FileButton } from '#console/ui/table/file-button.tsx'
import { LedgerOriginLinks } from '#console/platform/ledger-origin.tsx'
import { screenHref } from '#console/platform/screen-href.ts'
import { amountInFile, amountOf, Owner } from './ledger-words.tsx'
import styles from './ledger.module.css'

/** One transaction: its lines, what it was posted for, and where that is looked at. */
export default function Transaction() {
  const { id } = useParams() as { id: string }
  const read = useQuery({
    queryKey: ['ledger-transaction', id],
    queryFn: async ({ signal }) => await call(getLedgerTransaction, { params: { id }, signal }),
  })
  if (read.isPending) return <LoadingState />
  if (read.isError) return <FailureState error={read.error} onRetry={() => void read.refetch()} />
  const { data } = read
  return (
    <>
      <ScreenHead title={data.kind.replaceAll(/[_-]/g, ' ')} summary={formatDateTime(data.effectiveAt)} />
      <div className={styles.cards}>
        <About {...data} />
        <LinesOf {...data} />
        {data.sale && <Sale {...data.sale} />}
      </div>
    </>
  )
}

function LinesOf({ id, lines }: LedgerTransaction) {
  return (
    <Card
      heading={m.ledger_lines()}
      acts={
        <FileButton
          name={id}
          header={[
            m.ledger_account(),
            m.ledger_asset(),
            m.ledger_amount(),
            m.ledger_after(),
            m.ledger_owner(),
          ]}
          rows={() =>
            lines.map(({ code, asset, party, owner, amount, balanceAfter }) => [
              code,
              asset,
              amountInFile(amount, asset),
              amountInFile(balanceAfter, asset),
              owner?.uid ?? owner?.title ?? party,
            ])
          }
        />
      }
    >
      <div className={styles.wide}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{m.ledger_account()}</Table.Th>
              <Table.Th scope="col" className={styles.number}>
                {m.ledger_amount()}
              </Table.Th>
              <Table.Th scope="col" className={styles.number}>
                {m.ledger_after()}
              </Table.Th>
              <Table.Th scope="col">{m.ledger_owner()}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ accountId, code, asset, party, owner, amount, balanceAfter }) => (
              <Table.Tr key={`${accountId} ${balanceAfter}`}>
                <Table.Th scope="row">
                  <Link
                    to={screenHref('ledgerAccount', { id: String(accountId) })}
                  >{`${code} ${asset}`}</Link>
                </Table.Th>
                <Table.Td className={styles.number}>
                  {`${amount > 0 ? '+' : ''}${amountOf(amount, asset)}`}
                </Table.Td>
                <Table.Td className={styles.number}>{amountOf(balanceAfter, asset)}</Table.Td>
                <Table.Td>
                  <Owner owner={owner} party={party} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  )
}

function About({
  id,
  scope,
  source,
  origin,
  createdAt,
  effectiveAt,
  reverses,
  reversedBy,
}: LedgerTransaction) {
  const link = (other: string | null) =>
    other && <Link to={screenHref('ledgerTransaction', { id: other })}>{other}</Link>
  return (
    <Card heading={m.ledger_transaction()}>
      <Facts
        facts={[
          [m.ledger_source(), <LedgerOriginLinks key="origin" origin={origin} />],
          [m.ledger_key(), <code key="key">{`${scope} ${source}`}</code>],
          [m.ledger_transaction(), <code key="id">{id}</code>],
          [m.ledger_effective(), formatDateTime(effectiveAt)],
          [m.ledger_made(), formatDateTime(createdAt)],
          [m.ledger_reverses(), link(reverses)],
          [m.ledger_reversed_by(), link(reversedBy)],
        ]}
      />
    </Card>
  )
}

function Sale({
  conversionId,
  eventId,
  brand,
  campaign,
  usdCents,
  occurredAt,
}: NonNullable<LedgerTransaction['sale']>) {
  return (
    <Card heading={m.ledger_sale()}>
      <Facts
        facts={[
          [
            m.ledger_sale(),
            <Link key="id" to={screenHref('conversion', { id: conversionId })}>
              {conversionId}
            </Link>,
          ],
          [m.ledger_sale_event(), eventId],
          [m.ledger_sale_campaign(), `${brand} · ${campaign}`],
          [m.ledger_sale_amount(), usdCents === null ? null : formatUsd(usdCents)],
          [m.ledger_sale_at(), formatDateTime(occurredAt)],
        ]}
      />
    </Card>
  )
}
