import type { ReactNode } from 'react'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { RedemptionWait } from '#contracts/redemptions.schemas.ts'
import type { BlockedBy } from '#rules/payout-eligibility.ts'
import { ButtonAnchor, ButtonLink } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { TaxFormLink } from './tax-form-link.tsx'

/** Where on the page of redemptions a destination is added. */
export const destinationsId = 'destinations'

/** Why a redemption is not paid just now, until when, and what its member can do about it. */
export function PayoutWait({ waitsFor }: { waitsFor: RedemptionWait }) {
  const { text, mend } = waitTexts[waitsFor.reason](waitsFor)
  return (
    <Notice tone="gold" action={mend}>
      {text}
    </Notice>
  )
}

/** The way to the profile, where it misses something. */
export function ProfileLink() {
  return (
    <ButtonLink look="soft" size="s" to={paths.profileInfo}>
      {m.redemptions_complete_profile()}
    </ButtonLink>
  )
}

const blockedTexts: Record<BlockedBy, () => { text: string; mend?: ReactNode }> = {
  residence: () => ({ text: m.redemptions_country_blocked() }),
  tax_form: () => ({ text: m.redemptions_tax_form_blocked(), mend: <TaxFormLink isThere /> }),
  bank: () => ({
    text: m.redemptions_waits_bank(),
    mend: (
      <ButtonAnchor look="soft" size="s" href={`#${destinationsId}`}>
        {m.redemptions_add()}
      </ButtonAnchor>
    ),
  }),
}

const waitTexts: Record<
  RedemptionWait['reason'],
  (wait: RedemptionWait) => { text: string; mend?: ReactNode }
> = {
  payouts_paused: () => ({ text: m.redemptions_waits_paused() }),
  profile_incomplete: () => ({ text: m.redemptions_waits_profile(), mend: <ProfileLink /> }),
  too_young: () => ({ text: m.redemptions_waits_too_young() }),
  country_blocked: ({ blockedBy }) => blockedTexts[blockedBy ?? 'residence'](),
  tax_profile_required: () => ({ text: m.redemptions_waits_tax(), mend: <TaxFormLink /> }),
  debt_open: () => ({ text: m.redemptions_waits_debt() }),
  payouts_frozen: ({ until }) => ({ text: m.redemptions_frozen({ time: formatDateTime(until!) }) }),
  payouts_stopped: ({ until }) => ({ text: m.redemptions_stopped({ time: formatDateTime(until!) }) }),
  may_be_paid: () => ({ text: m.redemptions_waits_look() }),
  came_back: () => ({ text: m.redemptions_waits_came_back() }),
}
