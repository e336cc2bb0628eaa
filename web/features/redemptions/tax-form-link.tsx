import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** The way to the tax form, which leads back to the payout. */
export function TaxFormLink({ isThere = false }: { isThere?: boolean }) {
  return (
    <ButtonLink look="soft" size="s" to={paths.taxForm} state={{ isRedeeming: true }}>
      {isThere ? m.tax_change_form() : m.tax_fill_in()}
    </ButtonLink>
  )
}
