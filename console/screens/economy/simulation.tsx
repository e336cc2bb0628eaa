import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import type { Simulation } from '#contracts/operator-economy.schemas.ts'
import { settingTiming } from '#rules/economy-timing.ts'
import { Facts } from '#console/ui/facts.tsx'
import { formatNumber, formatUsd } from '#console/ui/format.ts'
import { FileButton } from '#console/ui/table/file-button.tsx'
import styles from './economy.module.css'
import { BeforeAfterTable, compareRow } from './before-after-table.tsx'
import { LimitEffectsOf } from './limit-effects.tsx'
import { PayoutEffectsOf } from './payout-effects.tsx'
import { settingCsv, shownValue } from './shown-value.ts'

type Cost = Simulation['replay']['before']

/** What a change of settings costs: the last 30 days paid again, and a month that is assumed. */
export function SimulationCard({
  simulation: { changes, payouts, limits, replay, thousand, worth },
}: {
  simulation: Simulation
}) {
  return (
    <section aria-label={m.economy_simulation()} className={styles.cards}>
      <ChangesTable changes={changes} />
      <Timing changes={changes} />
      <PayoutEffectsOf payouts={payouts} />
      <LimitEffectsOf limits={limits} />
      <h3>{m.economy_replay({ days: replay.days })}</h3>
      <p>{m.economy_replay_lead({ points: formatNumber(replay.grantedPoints) })}</p>
      <CostTable name="replay" {...replay} />
      <h3>{m.economy_thousand()}</h3>
      <p>{m.economy_thousand_lead()}</p>
      <CostTable name="thousand-members" {...thousand} />
      <p>
        {m.economy_worth({
          before: formatNumber(worth.pointsBefore),
          after: formatNumber(worth.pointsAfter),
          rate: worth.usdToCrels,
        })}
      </p>
    </section>
  )
}

/** Settings that differ, before and after. */
export function ChangesTable({ changes }: Pick<Simulation, 'changes'>) {
  if (changes.length === 0) return <p>{m.economy_no_changes()}</p>
  return (
    <BeforeAfterTable
      name="changed-settings"
      head={m.economy_change_of()}
      rows={changes.map(({ path, before, after }) => compareRow(path, before, after, shownValue, settingCsv))}
      cell="value"
    />
  )
}

/** From when what differs counts, and for whom; of a setting that is not here the numbers below say it. */
function Timing({ changes }: Pick<Simulation, 'changes'>) {
  const timed = changes.flatMap(({ path }) => {
    const timing = settingTiming(path)
    return timing === null ? [] : [[path, timing] as const]
  })
  if (timed.length === 0) return null
  return (
    <>
      <h3>{m.economy_timing()}</h3>
      <Facts facts={timed} />
    </>
  )
}

const rewardNames: Record<Exclude<keyof Cost['points'], 'total'>, () => string> = {
  dailyCheckIn: m.economy_part_check_in,
  monthlyClaim: m.economy_part_monthly_claim,
  holderPrize: m.economy_part_holder_prize,
  friendInvitation: m.economy_part_friend_invitation,
  socialFollow: m.economy_part_social_follow,
  socialShare: m.economy_part_social_share,
  seasonPrize: m.economy_part_season_prize,
}

function CostTable({ name, before, after }: { name: string; before: Cost; after: Cost }) {
  const rows = (Object.keys(rewardNames) as (keyof typeof rewardNames)[]).filter(
    (reward) => before.points[reward] > 0 || after.points[reward] > 0,
  )
  const inFile = (of: string, cost: (one: Cost) => number) => {
    const [was, will] = [cost(before), cost(after)]
    return [of, was, will, Number((will - was).toFixed(2))]
  }
  return (
    <div className={styles.wide}>
      <FileButton
        name={`simulation-${name}`}
        header={[m.economy_reward(), m.economy_before(), m.economy_after(), m.economy_difference()]}
        rows={() => [
          ...rows.map((reward) => inFile(rewardNames[reward](), ({ points }) => points[reward])),
          inFile(m.economy_total(), ({ points }) => points.total),
          inFile(m.economy_total_usd(), ({ usdCents }) => usdCents / 100),
        ]}
      />
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{m.economy_reward()}</Table.Th>
            <Table.Th scope="col" className={styles.number}>
              {m.economy_before()}
            </Table.Th>
            <Table.Th scope="col" className={styles.number}>
              {m.economy_after()}
            </Table.Th>
            <Table.Th scope="col" className={styles.number}>
              {m.economy_difference()}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((reward) => (
            <CostRow
              key={reward}
              name={rewardNames[reward]()}
              before={before.points[reward]}
              after={after.points[reward]}
              format={formatNumber}
            />
          ))}
          <CostRow
            name={<b>{m.economy_total()}</b>}
            before={before.points.total}
            after={after.points.total}
            format={formatNumber}
          />
          <CostRow
            name={<b>{m.economy_total_usd()}</b>}
            before={before.usdCents}
            after={after.usdCents}
            format={formatUsd}
          />
        </Table.Tbody>
      </Table>
    </div>
  )
}

function CostRow({
  name,
  before,
  after,
  format,
}: {
  name: ReactNode
  before: number
  after: number
  format: (value: number) => string
}) {
  const difference = after - before
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td className={styles.number}>{format(before)}</Table.Td>
      <Table.Td className={styles.number}>{format(after)}</Table.Td>
      <Table.Td className={styles.number}>{`${difference > 0 ? '+' : ''}${format(difference)}`}</Table.Td>
    </Table.Tr>
  )
}
