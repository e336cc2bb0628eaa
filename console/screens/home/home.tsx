import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import type { OperatorQueue } from '#contracts/operator-home.constants.ts'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { homeQuery, queueScreens } from '#console/platform/home-query.ts'
import { useMay } from '#console/platform/session.ts'
import { findingsQuery, systemQuery } from '#console/platform/system-query.ts'
import { WorkStats } from '#console/platform/work-stats.tsx'
import { formatAge, formatNumber, formatUsd } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { FileButton } from '#console/ui/table/file-button.tsx'
import { Wait } from '#console/ui/wait.tsx'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { BooksStat, LogStat } from './proof-stats.tsx'
import { DemoCard } from './demo-card.tsx'
import { FoundStat } from './found-stat.tsx'
import { SetupCard } from './setup-card.tsx'
import { UnreadStat } from './unread-stat.tsx'
import styles from './home.module.css'

/** What waits and since when, and whether books and work are in order. */
export default function Home() {
  const home = useQuery(homeQuery)
  return (
    <>
      <ScreenHead title={m.shell_home()} />
      {home.isPending ? (
        <LoadingState />
      ) : home.isError ? (
        <FailureState error={home.error} onRetry={() => void home.refetch()} />
      ) : (
        <>
          <SetupCard />
          <DemoCard />
          <Health {...home.data} />
          <Queues queues={home.data.queues} />
        </>
      )}
    </>
  )
}

function Health({ books, auditLog, health }: OperatorHome) {
  const system = useQuery(systemQuery)
  const findings = useQuery(findingsQuery)
  return (
    <Stats>
      <BooksStat books={books} isOverdue={health.unproved.includes('books')} />
      <LogStat auditLog={auditLog} isOverdue={health.unproved.includes('auditLog')} />
      {system.isError
        ? [m.system_worker(), m.system_jobs_failed()].map((label) => (
            <UnreadStat key={label} label={label} onRetry={system.refetch} />
          ))
        : system.data && <WorkStats {...system.data} />}
      {findings.isError ? (
        <UnreadStat label={m.system_findings()} onRetry={findings.refetch} />
      ) : (
        findings.data && <FoundStat {...findings.data} />
      )}
      <Stat
        label={m.home_pauses()}
        value={
          health.paused.length === 0
            ? m.home_pauses_none()
            : m.home_pauses_some({ count: health.paused.length })
        }
        detail={
          health.paused.length === 0
            ? m.home_pauses_none_detail()
            : health.paused.map((feature) => featureNames[feature]()).join(', ')
        }
        isBad={health.paused.length > 0}
      />
    </Stats>
  )
}

function Queues({ queues }: Pick<OperatorHome, 'queues'>) {
  const may = useMay()
  const mayMoney = may('read.money')
  const waiting = queues.filter(({ count }) => count > 0)
  const countedAt = queues.find((queue) => queue.countedAt)?.countedAt
  return (
    <section className={styles.queues} aria-labelledby="queues">
      <div className={styles.head}>
        <h2 id="queues">{m.home_waiting()}</h2>
        <FileButton
          name="queues"
          header={[
            m.home_queue(),
            m.home_count(),
            m.home_oldest(),
            ...(mayMoney ? [m.home_worth_file(), m.home_unvalued()] : []),
          ]}
          rows={() =>
            queues.map(({ queue, count, oldestAt, usdCents, unvalued }) => [
              queueNames[queue](),
              count,
              oldestAt,
              ...(mayMoney ? [usdCents === null ? null : usdCents / 100, unvalued] : []),
            ])
          }
        />
      </div>
      {waiting.length === 0 ? (
        <p>{m.home_nothing()}</p>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{m.home_queue()}</Table.Th>
              <Table.Th scope="col" className={styles.number}>
                {m.home_count()}
              </Table.Th>
              <Table.Th scope="col" className={styles.number}>
                {m.home_oldest()}
              </Table.Th>
              {mayMoney && (
                <Table.Th scope="col" className={styles.number}>
                  {m.home_worth()}
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {waiting.map(({ queue, count, oldestAt, limitHours, ...worth }) => {
              const { screen, permission, query } = queueScreens[queue]
              return (
                <Table.Tr key={queue}>
                  <Table.Th scope="row">
                    {may(permission) ? (
                      <Link to={`/${consoleRoutes[screen]}${query ? `?${query}` : ''}`}>
                        {queueNames[queue]()}
                      </Link>
                    ) : (
                      queueNames[queue]()
                    )}
                  </Table.Th>
                  <Table.Td className={styles.number}>{formatNumber(count)}</Table.Td>
                  <Table.Td className={styles.number}>
                    {oldestAt && <Wait since={oldestAt} limitHours={limitHours} />}
                  </Table.Td>
                  {mayMoney && <Table.Td className={styles.number}>{worthText(worth)}</Table.Td>}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      )}
      {countedAt && <p>{m.common_counted({ age: formatAge(countedAt) })}</p>}
    </section>
  )
}

/** The dollars of a queue, and of how many of its rows they are unknown; nothing where it is not about money. */
function worthText({
  usdCents,
  unvalued,
}: Pick<OperatorHome['queues'][number], 'usdCents' | 'unvalued'>): string | null {
  if (unvalued === 0) return usdCents === null ? null : formatUsd(usdCents)
  const unknown = m.home_worth_unknown({ count: formatNumber(unvalued) })
  return usdCents === null ? unknown : `${formatUsd(usdCents)} + ${unknown}`
}

const queueNames: Record<OperatorQueue, () => string> = {
  applications: m.home_queue_applications,
  conversions: m.home_queue_conversions,
  clicks: m.home_queue_clicks,
  shares: m.home_queue_shares,
  invitations: m.home_queue_invitations,
  claims: m.home_queue_claims,
  redemptions: m.home_queue_redemptions,
  payouts: m.home_queue_payouts,
  sending: m.home_queue_sending,
  'payout-mismatches': m.home_queue_payout_mismatches,
  'restored-payouts': m.home_queue_restored_payouts,
  'restored-codes': m.home_queue_restored_codes,
  'payout-runs': m.home_queue_payout_runs,
  seasons: m.home_queue_seasons,
  orders: m.home_queue_orders,
  support: m.home_queue_support,
  abuse: m.home_queue_abuse,
  deletions: m.home_queue_deletions,
  'pending-acts': m.home_queue_pending_acts,
}

const featureNames: Record<OperatorHome['health']['paused'][number], () => string> = {
  exchange: m.home_pause_exchange,
  redemption: m.home_pause_redemption,
  payout: m.home_pause_payout,
  'sign-up': m.home_pause_sign_up,
  'link-creation': m.home_pause_link_creation,
}
