import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { getOperatedWebhook } from '#contracts/operator-webhooks.endpoints.ts'
import type { OperatedWebhook } from '#contracts/operator-webhooks.schemas.ts'
import { call } from '#console/platform/api.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { Deliveries } from './deliveries.tsx'
import { ShownOnce } from './shown-once.tsx'
import { webhookActs } from './webhook-acts.tsx'
import { webhookState } from './webhook-words.ts'

/** One endpoint of a brand's: how it does, what was sent to it, and sending it again. */
export default function Webhook() {
  const { id } = useParams() as { id: string }
  const webhook = useQuery({
    queryKey: ['webhook', id],
    queryFn: async ({ signal }) => await call(getOperatedWebhook, { params: { id }, signal }),
  })
  if (webhook.isPending) return <LoadingState />
  if (webhook.isError) return <FailureState error={webhook.error} onRetry={() => void webhook.refetch()} />
  return <Shown webhook={webhook.data} />
}

function Shown({ webhook }: { webhook: OperatedWebhook }) {
  const { id, url, brand, events } = webhook
  const [secret, setSecret] = useState<string | null>(null)
  const navigate = useNavigate()
  const toBrand = `/${consoleRoutes.brands}/${brand}`
  const acts = webhookActs({ onSecret: setSecret, onRemoved: () => void navigate(toBrand) })
  return (
    <>
      <ScreenHead title={<bdi>{new URL(url.replace(/…$/, '')).host}</bdi>} summary={webhookState(webhook)}>
        {acts.map((act) => (
          <ActButton key={act.id} act={act} row={webhook} idOf={(row) => row.id} nameOf={(row) => row.url} />
        ))}
      </ScreenHead>
      <p>
        <Link to={toBrand}>{brand}</Link> · <bdi>{url}</bdi> · {events.join(', ') || m.webhooks_all_events()}
      </p>
      <Stats>
        {(['pending', 'delivered', 'failed'] as const).map((state) => (
          <Stat
            key={state}
            label={{
              pending: m.webhooks_pending,
              delivered: m.webhooks_delivered,
              failed: m.webhooks_failed,
            }[state]()}
            value={formatNumber(webhook[state])}
            isBad={state === 'failed' && webhook.failed > 0}
          />
        ))}
      </Stats>
      <Deliveries webhookId={id} />
      <ShownOnce
        title={m.webhooks_secret()}
        lead={m.webhooks_secret_rotated()}
        text={secret}
        onClose={() => setSecret(null)}
      />
    </>
  )
}
