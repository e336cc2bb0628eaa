import { useRef, useState } from 'react'
import { m } from '#messages'
import type { ConversionClaim } from '#contracts/conversion-claims.schemas.ts'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { CLAIM_WITHIN_DAYS } from '#rules/conversion-claim.ts'
import { newIdempotencyKey } from '#web/platform/api.ts'
import { useDraft } from '#web/platform/drafts.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { campaignLabel } from '#web/ui/campaign-name.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { SelectField } from '#web/ui/rare/select-field.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { TextAreaField, TextField } from '#web/ui/forms/text-field.tsx'
import { useFocusWrong } from '#web/ui/use-focus-wrong.ts'
import { useNow } from '#web/ui/use-now.ts'
import { blankClaim, dayBefore, readClaim, type ClaimMistakes, type ClaimTexts } from './claim-form.ts'
import { useClaimConversion } from './queries.ts'
import classes from './conversion-claims.module.css'

/** Reports a missing order to its brand. */
export default function ClaimDialog({
  open,
  onClose,
  onSent,
  enrolments,
}: {
  open: boolean
  onClose: () => void
  onSent: (claim: ConversionClaim) => void
  /** The campaigns it can be in. */
  enrolments: Enrolment[]
}) {
  return (
    <Dialog open={open} onClose={onClose} heading={m.conversion_claims_claim()}>
      <ClaimForm onSent={onSent} enrolments={enrolments} />
    </Dialog>
  )
}

function ClaimForm({
  onSent,
  enrolments,
}: {
  onSent: (claim: ConversionClaim) => void
  enrolments: Enrolment[]
}) {
  const [{ texts, idempotencyKey }, keep, forget] = useDraft('claim', () => ({
    texts: blankClaim(enrolments.length === 1 ? enrolments[0]!.campaign.id : ''),
    idempotencyKey: newIdempotencyKey(),
  }))
  const [wrong, setWrong] = useState<ClaimMistakes>()
  const form = useRef<HTMLFormElement>(null)
  const claim = useClaimConversion((sent) => {
    forget()
    onSent(sent)
  })
  const now = useNow()
  useDirtyForm(texts.order !== '' || texts.note !== '', true)
  useFocusWrong(form, wrong)

  function type(changes: Partial<ClaimTexts>): void {
    // Another claim than the one that may have been sent.
    keep({ texts: { ...texts, ...changes }, idempotencyKey: newIdempotencyKey() })
  }

  function submit(): void {
    if (claim.isPending) return
    const read = readClaim(texts, new Date())
    setWrong(read.wrong)
    if (!read.wrong) claim.mutate({ ...read.claim, idempotencyKey })
  }

  const field = <K extends keyof ClaimTexts>(name: K) => ({
    name,
    value: texts[name],
    error: wrong?.[name],
    onChange: ({ target }: { target: { value: string } }) => type({ [name]: target.value }),
  })
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <SelectField
        label={m.conversion_claims_campaign()}
        {...field('campaignId')}
        empty={enrolments.length === 1 ? undefined : m.conversion_claims_choose()}
        options={enrolments.map(({ campaign }) => ({ value: campaign.id, label: campaignLabel(campaign) }))}
      />
      <SelectField
        label={m.conversion_claims_type()}
        value={texts.type}
        options={[
          { value: 'sale', label: m.conversion_claims_type_sale() },
          { value: 'lead', label: m.conversion_claims_type_lead() },
        ]}
        onChange={({ target }) => type({ type: target.value === 'lead' ? 'lead' : 'sale' })}
      />
      <TextField
        label={m.conversion_claims_order()}
        description={m.conversion_claims_order_hint()}
        autoComplete="off"
        maxLength={200}
        {...field('order')}
      />
      <TextField
        label={m.conversion_claims_day()}
        description={m.conversion_claims_day_hint()}
        type="date"
        min={dayBefore(now, CLAIM_WITHIN_DAYS - 1)}
        max={dayBefore(now, 0)}
        {...field('day')}
      />
      {texts.type === 'sale' && (
        <div className={classes.money}>
          <TextField
            label={`${m.conversion_claims_amount()} (${m.common_optional()})`}
            description={m.conversion_claims_amount_hint()}
            inputMode="decimal"
            autoComplete="off"
            {...field('amount')}
          />
          <TextField
            label={m.conversion_claims_currency()}
            autoComplete="off"
            maxLength={3}
            {...field('currency')}
          />
        </div>
      )}
      <TextAreaField
        label={`${m.conversion_claims_note()} (${m.common_optional()})`}
        description={m.conversion_claims_note_hint()}
        rows={3}
        maxLength={1000}
        {...field('note')}
      />
      {claim.isError && <Notice>{problemOf(claim.error).detail ?? m.conversion_claims_unanswered()}</Notice>}
      <Button type="submit" full loading={claim.isPending}>
        {m.conversion_claims_send()}
      </Button>
    </form>
  )
}
