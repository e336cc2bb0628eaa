import { Table } from '@mantine/core'
import { m } from '#console-messages'
import type { InsightActivation } from '#contracts/operator-insight.schemas.ts'
import { Card } from '#console/ui/card.tsx'
import { formatNumber, formatShare } from '#console/ui/format.ts'
import { FileButton } from '#console/ui/table/file-button.tsx'
import type { AskedPeriod } from './use-period.ts'
import styles from './insight.module.css'

/** How far those came who signed up in the period, with their share of all of them. */
export function Activation({ asked, ...activation }: InsightActivation & { asked: AskedPeriod }) {
  const { signedUp } = activation
  const steps: [name: string, members: number | null][] = [
    [m.insight_signed_up(), signedUp],
    [m.insight_verified(), activation.verified],
    [m.insight_joined(), activation.joined],
    [m.insight_clicked(), activation.clicked],
    [m.insight_converted(), activation.converted],
    [m.insight_cashed_out(), activation.cashedOut],
  ]
  const share = (members: number | null) => (members === null || signedUp === 0 ? null : members / signedUp)
  return (
    <Card
      heading={m.insight_activation()}
      acts={
        <FileButton
          name={`insight-activation-${asked.from}-${asked.to}`}
          header={[m.insight_step(), m.insight_members(), m.insight_share()]}
          rows={() => steps.map(([name, members]) => [name, members, share(members)?.toFixed(4)])}
        />
      }
    >
      <p className={styles.detail}>{m.insight_activation_detail()}</p>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{m.insight_step()}</Table.Th>
            <Table.Th scope="col" className={styles.number}>
              {m.insight_members()}
            </Table.Th>
            <Table.Th scope="col" className={styles.number}>
              {m.insight_share()}
            </Table.Th>
            <Table.Td aria-hidden className={styles.bars} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.map(([name, members]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td className={styles.number}>{members === null ? '–' : formatNumber(members)}</Table.Td>
              <Table.Td className={styles.number}>
                {share(members) === null ? '–' : formatShare(share(members)!)}
              </Table.Td>
              <Table.Td aria-hidden className={styles.bars}>
                <span className={styles.meter} style={{ inlineSize: `${100 * (share(members) ?? 0)}%` }} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {activation.verified === null && <p className={styles.detail}>{m.insight_verified_elsewhere()}</p>}
    </Card>
  )
}
