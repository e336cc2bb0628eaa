import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { getTrialBalance } from '#contracts/operator-ledger.endpoints.ts'
import type { TrialBalance } from '#contracts/operator-ledger.schemas.ts'
import { call } from '#console/platform/api.ts'
import { Card } from '#console/ui/card.tsx'
import { formatCrels, formatDateTime, formatNumber, formatUsd } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { FileButton } from '#console/ui/table/file-button.tsx'
import { screenHref } from '#console/platform/screen-href.ts'
import { amountInFile, amountOf } from './ledger-words.tsx'
import { Liability } from './liability.tsx'
import styles from './ledger.module.css'

/** The books: whether they come to zero, what members have, and what they had at the end of each day. */
export default function Ledger() {
  const trial = useQuery({
    queryKey: ['trial-balance'],
    queryFn: async ({ signal }) => await call(getTrialBalance, { signal }),
  })
  return (
    <>
      <ScreenHead title={m.shell_ledger()}>
        <Button component={Link} to={screenHref('ledgerAccounts')} variant="light">
          {m.ledger_all_accounts()}
        </Button>
      </ScreenHead>
      <div className={styles.cards}>
        {trial.isPending ? (
          <LoadingState />
        ) : trial.isError ? (
          <FailureState error={trial.error} onRetry={() => void trial.refetch()} />
        ) : (
          <>
            <Owed {...trial.data} />
            <Trial {...trial.data} />
          </>
        )}
        <Liability />
      </div>
    </>
  )
}

function Owed({ liability: { crels, points, usdCents, usdToCrels } }: TrialBalance) {
  return (
    <Stats>
      <Stat
        label={m.ledger_members_have()}
        value={formatCrels(crels)}
        detail={usdCents !== null && m.ledger_worth({ usd: formatUsd(usdCents), rate: usdToCrels })}
      />
      <Stat
        label={m.ledger_members_points()}
        value={formatNumber(points)}
        detail={m.ledger_points_detail()}
      />
    </Stats>
  )
}

function Trial({ asOf, assets }: TrialBalance) {
  return (
    <Card
      heading={m.ledger_trial()}
      acts={
        <FileButton
          name={`trial-balance-${asOf.slice(0, 10)}`}
          header={[
            m.ledger_asset(),
            m.ledger_account(),
            m.ledger_accounts(),
            m.ledger_reserved(),
            m.ledger_balance(),
          ]}
          rows={() =>
            assets.flatMap(({ asset, balances }) =>
              balances.map(({ code, accounts, posted, reserved }) => [
                asset,
                code,
                accounts,
                amountInFile(reserved, asset),
                amountInFile(posted, asset),
              ]),
            )
          }
        />
      }
    >
      <p>{m.ledger_as_of({ time: formatDateTime(asOf) })}</p>
      {assets.map(({ asset, balances, sum }) => (
        <section key={asset} aria-label={asset}>
          <div className={styles.head}>
            <h3>{asset}</h3>
            <Pill tone={sum === 0 ? 'good' : 'bad'}>
              {sum === 0 ? m.ledger_zero() : m.ledger_not_zero({ sum: amountOf(sum, asset) })}
            </Pill>
          </div>
          <div className={styles.wide}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{m.ledger_account()}</Table.Th>
                  <Table.Th scope="col" className={styles.number}>
                    {m.ledger_accounts()}
                  </Table.Th>
                  <Table.Th scope="col" className={styles.number}>
                    {m.ledger_reserved()}
                  </Table.Th>
                  <Table.Th scope="col" className={styles.number}>
                    {m.ledger_balance()}
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {balances.map(({ code, accounts, posted, reserved }) => (
                  <Table.Tr key={code}>
                    <Table.Th scope="row">
                      <Link to={`${screenHref('ledgerAccounts')}?code=${code}&asset=${asset}`}>{code}</Link>
                    </Table.Th>
                    <Table.Td className={styles.number}>{formatNumber(accounts)}</Table.Td>
                    <Table.Td className={styles.number}>{amountOf(reserved, asset)}</Table.Td>
                    <Table.Td className={styles.number}>{amountOf(posted, asset)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </section>
      ))}
    </Card>
  )
}
