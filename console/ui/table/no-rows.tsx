import { Button } from '@mantine/core'
import { m } from '#console-messages'
import { EmptyState } from '../states.tsx'
import type { TableAddress } from './table-address.ts'

/** What of the address orders a list and narrows nothing. */
export const sortingNames = ['sort', 'order'] as const

/** In place of rows: that there is none, or that filters hide them, which can be cleared. */
export function NoRows({ empty, address }: { empty: string; address: TableAddress }) {
  if (Object.keys(address.filters).every((name) => sortingNames.some((one) => one === name)))
    return <EmptyState heading={empty} />
  return (
    <EmptyState
      heading={m.table_empty_filtered()}
      action={
        <Button variant="light" onClick={() => address.setFilters({})}>
          {m.table_clear_filters()}
        </Button>
      }
    />
  )
}
