import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { getMemberTaxForm, openMemberTaxForm } from '#contracts/operator-tax.endpoints.ts'
import type { MemberTaxForm, OpenedTaxForm } from '#contracts/operator-tax.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Card } from '#console/ui/card.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatDate, formatUsd } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** Whether a member has a tax form; in full once it was said why. For who may read it. */
export function TaxFormCard({ uid }: { uid: string }) {
  return useMay()('read.tax') ? <Shown uid={uid} /> : null
}

function Shown({ uid }: { uid: string }) {
  const [opened, setOpened] = useState<OpenedTaxForm | null>(null)
  const tax = useQuery({
    queryKey: ['member-tax', uid],
    queryFn: async ({ signal }) => await call(getMemberTaxForm, { params: { uid }, signal }),
  })
  if (tax.isPending) return <LoadingState />
  if (tax.isError) return <FailureState error={tax.error} onRetry={() => void tax.refetch()} />
  const { form, regime, yearUsdCents, thresholdUsdCents } = tax.data
  if (regime === 'off' && !form) return null
  return (
    <Card
      heading={m.member_tax()}
      acts={
        opened ? (
          <Button variant="light" onClick={() => setOpened(null)}>
            {m.member_tax_close()}
          </Button>
        ) : (
          form && <ActButton act={openAct(setOpened)} row={{ uid }} idOf={idOf} nameOf={idOf} />
        )
      }
    >
      <Facts
        facts={[
          [
            m.member_tax_year(),
            m.member_tax_year_of({ paid: formatUsd(yearUsdCents), threshold: formatUsd(thresholdUsdCents) }),
          ],
          ...(form ? summary(form) : [[m.member_tax_form(), m.member_tax_none()] as const]),
          ...(opened ? details(opened) : []),
        ]}
      />
    </Card>
  )
}

const idOf = ({ uid }: { uid: string }) => uid

function openAct(onOpened: (form: OpenedTaxForm) => void): RowAct<{ uid: string }> {
  return {
    id: 'open-tax-form',
    label: m.member_tax_open(),
    look: 'quiet',
    permission: 'tax.open',
    reason: { label: m.member_reason(), isRequired: true },
    preview: () => <p>{m.member_tax_open_preview()}</p>,
    run: async ([row], reason) => {
      const { uid } = row!
      onOpened(await call(openMemberTaxForm, { params: { uid }, body: { reason } }))
      return oneDone(uid)
    },
    said: m.member_tax_opened_said,
  }
}

type Fact = readonly [string, string | null]

function summary({
  form,
  taxIdHint,
  certifiedAt,
  isUsable,
  endsOn,
}: NonNullable<MemberTaxForm['form']>): Fact[] {
  return [
    [m.member_tax_form(), formNames[form]],
    [m.member_tax_counts(), isUsable ? m.member_tax_yes() : m.member_tax_no()],
    [m.member_tax_id(), taxIdHint ?? m.member_tax_no_id()],
    [m.member_tax_certified(), formatDate(certifiedAt)],
    [m.member_tax_ends(), endsOn],
  ]
}

const formNames = { w9: 'W-9', w8ben: 'W-8BEN', dac7: 'DAC7' }

function details({ legalName, address, taxResidence, taxIdKind, taxId, ...more }: OpenedTaxForm): Fact[] {
  const lines = [address.street, address.extra, `${address.postcode} ${address.city}`.trim(), address.region]
  return [
    [m.member_tax_name(), legalName],
    [m.member_tax_address(), [...lines, address.country].filter((line) => line !== '').join(', ')],
    [m.member_tax_residence(), taxResidence],
    [m.member_tax_number(), taxId === null ? m.member_tax_no_id() : `${taxIdKind.toUpperCase()} ${taxId}`],
    [m.member_tax_born(), [more.birthDate, more.birthPlace].filter(Boolean).join(', ') || null],
    [m.member_tax_vat(), more.vatId || null],
  ]
}
