import { Button } from '@mantine/core'
import { m } from '#console-messages'
import { openPayoutDestination } from '#contracts/operator-payouts.endpoints.ts'
import type { OpenedDestination } from '#contracts/operator-payouts.schemas.ts'
import type { OperatedRedemption } from '#contracts/operator-redemptions.schemas.ts'
import { isUnderWay } from '#rules/redemption-state.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { Facts } from '#console/ui/facts.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** Opens where a redemption is paid to, once it was said why. */
export function openAct(onOpened: (destination: OpenedDestination) => void): RowAct<OperatedRedemption> {
  return {
    id: 'open-destination',
    label: m.redemptions_open(),
    look: 'quiet',
    permission: 'redemption.open-destination',
    // What was being sent before a restore may be paid already: nobody pays it by hand.
    applies: ({ state, waitsForLook }) => isUnderWay(state) && !(waitsForLook && state === 'sending'),
    reason: { label: m.redemptions_open_reason(), isRequired: true },
    preview: () => <p>{m.redemptions_open_preview()}</p>,
    run: async ([row], reason) => {
      const { id } = row!
      onOpened(await call(openPayoutDestination, { params: { id }, body: { reason } }))
      return oneDone(id)
    },
    said: m.redemptions_open_said,
  }
}

/** Where to pay, in clear, until it is closed or another redemption is open. */
export function OpenedDestinationFacts({
  opened,
  onClose,
}: {
  opened: OpenedDestination
  onClose: () => void
}) {
  return (
    <section aria-label={m.redemptions_open()}>
      <Facts facts={factsOf(opened)} />
      <Button size="compact-sm" variant="light" onClick={onClose}>
        {m.redemptions_open_close()}
      </Button>
    </section>
  )
}

function factsOf(opened: OpenedDestination): (readonly [string, string | undefined])[] {
  if (opened.kind === 'manual') return [[m.redemptions_open_instructions(), opened.instructions]]
  if (opened.kind !== 'bank') return [[m.redemptions_open_email(), opened.email]]
  const holder = [m.redemptions_open_holder(), opened.holder] as const
  return 'iban' in opened
    ? [holder, [m.redemptions_open_iban(), opened.iban], [m.redemptions_open_bic(), opened.bic]]
    : [
        holder,
        [m.redemptions_open_routing(), opened.routingNumber],
        [m.redemptions_open_account(), opened.accountNumber],
      ]
}
