import { Table } from '@mantine/core'
import { m } from '#console-messages'
import type { CsvValue } from '#console/ui/table/csv.ts'
import { FileButton, listFile } from '#console/ui/table/file-button.tsx'
import styles from './economy.module.css'

/** A value as it is read, and as a file has it. */
interface Compared {
  shown: string
  csv: CsvValue
}

/** What is compared. */
export type CompareRow = readonly [name: string, before: Compared, after: Compared]

/** Both sides of a row, written in the same way. */
export function compareRow<Value>(
  name: string,
  before: Value,
  after: Value,
  shown: (value: Value) => string,
  csv: (value: Value) => CsvValue,
): CompareRow {
  const side = (value: Value) => ({ shown: shown(value), csv: csv(value) })
  return [name, side(before), side(after)]
}

/** What something is before and after a change, row by row. */
export function BeforeAfterTable({
  name: fileName,
  head,
  rows,
  cell,
}: {
  /** Of its file, without its ending. */
  name: string
  head: string
  rows: readonly CompareRow[]
  /** How the values are set: as numbers, their heads too, or as values of settings. */
  cell: 'number' | 'value'
}) {
  const headStyle = cell === 'number' ? styles.number : undefined
  return (
    <div className={styles.wide}>
      <FileButton
        {...listFile(fileName, rows, [
          [head, ([name]) => name],
          [m.economy_before(), ([, before]) => before.csv],
          [m.economy_after(), ([, , after]) => after.csv],
        ])}
      />
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{head}</Table.Th>
            <Table.Th scope="col" className={headStyle}>
              {m.economy_before()}
            </Table.Th>
            <Table.Th scope="col" className={headStyle}>
              {m.economy_after()}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, before, after]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td className={styles[cell]}>{before.shown}</Table.Td>
              <Table.Td className={styles[cell]}>{after.shown}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
