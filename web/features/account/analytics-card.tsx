import { m } from '#messages'
import { setConsent, useConsent } from '#web/platform/product-analytics/consent.ts'
import { Card } from '#web/ui/card.tsx'
import { SwitchRow } from '#web/ui/rare/switch-row.tsx'

/** Whether the use of this browser may be counted; chosen here at any time, kept at the tap. */
export function AnalyticsCard() {
  const state = useConsent()
  if (state === 'off') return null
  return (
    <Card>
      {state === 'refused' ? (
        <p>{m.consent_refused()}</p>
      ) : (
        <SwitchRow
          label={m.consent_switch()}
          hint={m.consent_switch_hint()}
          checked={state === 'granted'}
          onChange={setConsent}
        />
      )}
    </Card>
  )
}
