import { m } from '#console-messages'
import type { OperatedWebhook } from '#contracts/operator-webhooks.schemas.ts'
import { formatAge } from '#console/ui/format.ts'

const reasons: Record<string, () => string> = {
  by_brand: m.webhooks_off_by_brand,
  by_operator: m.webhooks_off_by_operator,
  gone: m.webhooks_off_gone,
  failing: m.webhooks_off_failing,
}

/** Whether an endpoint is sent to, fails, or was switched off and why. */
export function webhookState({
  state,
  disabledReason,
  failingSince,
}: Pick<OperatedWebhook, 'state' | 'disabledReason' | 'failingSince'>): string {
  if (state === 'disabled') return reasons[disabledReason ?? '']?.() ?? m.webhooks_off()
  return failingSince === null ? m.webhooks_on() : m.webhooks_failing_for({ age: formatAge(failingSince) })
}
