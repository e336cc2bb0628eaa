import { Button } from '@mantine/core'
import { m } from '#console-messages'
import { csvOf, saveFile, type CsvValue } from './csv.ts'

/** Saves a table that is no `DataTable` as a file, by what is shown of it. */
export function FileButton({
  name,
  header,
  rows,
}: {
  /** Of the file, without its ending. */
  name: string
  header: readonly string[]
  rows: () => CsvValue[][]
}) {
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => saveFile(`${name}.csv`, csvOf(header, rows()))}>
      {m.table_export()}
    </Button>
  )
}
