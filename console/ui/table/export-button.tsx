import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRef, useState } from 'react'
import { m } from '#console-messages'
import { recordListFile } from '#contracts/operator-desk.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { sentenceOf } from '../failure.ts'
import { formatNumber } from '../format.ts'
import { csvOf, saveFile } from './csv.ts'
import type { TableColumn, TableSource } from './table-source.ts'
import { utcDate } from '#rules/utc-date.ts'

/** How many rows a file has at most: more than a spreadsheet is comfortable with. */
const rowsMax = 100_000

/** What a file says of a column. */
export type FileColumn<Row> = Pick<TableColumn<Row>, 'header' | 'csv'>

/**
 * Fetches what the filters show, page after page, and gives it as a file; says how far it is, and can be stopped. For who
 * may make files of lists: that one was made is in the log first.
 */
export function ExportButton<Row>({
  list,
  source,
  columns,
  filters,
  recorded,
}: {
  /** As the log names it. */
  list: string
  source: TableSource<Row>
  columns: readonly FileColumn<Row>[]
  filters: Readonly<Record<string, string>>
  /** What narrows the file, as the log has it. */
  recorded: Readonly<Record<string, string>>
}) {
  const may = useMay()
  const [count, setCount] = useState<number | null>(null)
  const stop = useRef<AbortController | null>(null)
  const written = columns.filter(({ csv }) => csv)
  if (written.length === 0 || !may('list.export')) return null
  const run = async () => {
    const control = new AbortController()
    stop.current = control
    const rows: Row[] = []
    try {
      setCount(0)
      await call(recordListFile, { body: { list, filters: recorded }, signal: control.signal })
      let cursor: string | undefined
      do {
        setCount(rows.length)
        const page = await source.page({ filters, cursor, limit: 100, signal: control.signal })
        rows.push(...page.items)
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined && rows.length < rowsMax)
      if (cursor !== undefined)
        notifications.show({ message: m.table_export_cut({ count: formatNumber(rows.length) }) })
      const lines = rows.map((row) => written.map(({ csv }) => csv!(row)))
      saveFile(
        `${source.fileName ?? source.key}-${utcDate(Date.now())}.csv`,
        csvOf(
          written.map(({ header }) => header),
          lines,
        ),
      )
    } catch (error) {
      if (!control.signal.aborted)
        notifications.show({
          color: 'red',
          message: m.table_export_failed({ reason: sentenceOf(error).sentence }),
        })
    } finally {
      setCount(null)
    }
  }
  if (count !== null)
    return (
      <Button size="compact-sm" variant="light" onClick={() => stop.current?.abort()}>
        <span role="status">{m.table_exporting({ count: formatNumber(count) })}</span>&nbsp;·&nbsp;
        {m.table_export_stop()}
      </Button>
    )
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => void run()}>
      {m.table_export()}
    </Button>
  )
}
