import { Button } from '@mantine/core'
import { m } from '#console-messages'
import { csvOf, saveFile, type CsvValue } from './csv.ts'

/** A file of what is shown of a list that is no `DataTable`. */
export interface ListFile {
  /** Of the file, without its ending. */
  name: string
  header: readonly string[]
  rows: () => CsvValue[][]
}

/** The file of rows, column by column. */
export function listFile<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly (readonly [header: string, csv: (row: Row) => CsvValue])[],
): ListFile {
  return {
    name,
    header: columns.map(([header]) => header),
    rows: () => rows.map((row) => columns.map(([, csv]) => csv(row))),
  }
}

/** Saves a list that is no `DataTable` as a file. */
export function FileButton({ name, header, rows }: ListFile) {
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => saveFile(`${name}.csv`, csvOf(header, rows()))}>
      {m.table_export()}
    </Button>
  )
}
