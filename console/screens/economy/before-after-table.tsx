import { Table } from '@mantine/core'
import { m } from '#console-messages'
import styles from './economy.module.css'

/** What something is before and after a change, row by row. */
export function BeforeAfterTable({
  head,
  rows,
  cell,
}: {
  head: string
  rows: readonly (readonly [name: string, before: string, after: string])[]
  /** How the values are set: as numbers, their heads too, or as values of settings. */
  cell: 'number' | 'value'
}) {
  const headStyle = cell === 'number' ? styles.number : undefined
  return (
    <div className={styles.wide}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{head}</Table.Th>
            <Table.Th className={headStyle}>{m.economy_before()}</Table.Th>
            <Table.Th className={headStyle}>{m.economy_after()}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, before, after]) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td className={styles[cell]}>{before}</Table.Td>
              <Table.Td className={styles[cell]}>{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
