import { m } from '#messages'
import type { TaxProfile } from '#contracts/tax.schemas.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { formatDate, formatLongDate } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { formNames } from './tax-texts.ts'

/** The form that was certified, with the last digits of its number. */
export function TaxSummary({ profile, onChange }: { profile: TaxProfile; onChange: () => void }) {
  const rows: [label: string, value: string][] = [
    [m.tax_have_form(), formNames[profile.form]()],
    [m.tax_legal_name(), profile.legalName],
    [m.tax_have_number(), profile.taxIdHint ?? m.tax_have_none()],
    ...(profile.vatIdHint === null ? [] : [[m.tax_vat(), profile.vatIdHint] as [string, string]]),
    [m.tax_have_since(), formatDate(profile.certifiedAt)],
    ...(profile.endsOn === null
      ? []
      : [[m.tax_have_until(), formatLongDate(profile.endsOn)] as [string, string]]),
  ]
  return (
    <>
      {!profile.isUsable && <Notice tone="gold">{m.tax_have_stale()}</Notice>}
      <Card>
        <Rows>
          {rows.map(([label, value]) => (
            <Row key={label}>
              <span>{label}</span>
              <b>{value}</b>
            </Row>
          ))}
        </Rows>
      </Card>
      <Button look="soft" onClick={onChange}>
        {m.tax_change()}
      </Button>
    </>
  )
}
