import { Button } from '@mantine/core'
import { m } from '#console-messages'
import { csvOf, saveFile, type CsvValue } from '#console/ui/table/csv.ts'
import type { AskedPeriod } from './use-period.ts'

/** Saves what a part of the screen shows as a file named by the days. */
export function FileButton({
  name,
  asked: { from, to },
  header,
  rows,
}: {
  name: string
  asked: AskedPeriod
  header: readonly string[]
  rows: () => CsvValue[][]
}) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      onClick={() => saveFile(`${name}-${from}-${to}.csv`, csvOf(header, rows()))}
    >
      {m.table_export()}
    </Button>
  )
}
