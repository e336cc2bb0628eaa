import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { LinkRow, LinkRows } from '#web/ui/rare/link-rows.tsx'
import { useTaxState } from './queries.ts'

/** The way to the tax form, where one is asked for or mine is kept. */
export function TaxFormRow() {
  const { data: state } = useTaxState()
  if (!state || (state.regime === 'off' && state.profile === null)) return null
  return (
    <LinkRows>
      <LinkRow to={paths.taxForm}>{m.pages_tax_form()}</LinkRow>
    </LinkRows>
  )
}
