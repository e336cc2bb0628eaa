import { m } from '#console-messages'
import {
  disableOperatedWebhook,
  enableOperatedWebhook,
  removeOperatedWebhook,
  replayOperatedDeliveries,
  rotateOperatedWebhook,
  testOperatedWebhook,
} from '#contracts/operator-webhooks.endpoints.ts'
import type { OperatedWebhook } from '#contracts/operator-webhooks.schemas.ts'
import { call } from '#console/platform/api.ts'
import { ReadAnew } from '#console/platform/read-anew.tsx'
import { oneDone } from '#console/ui/act-button.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { webhookState } from './webhook-words.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** What can be done to an endpoint. */
export function webhookActs({
  onSecret,
  onRemoved,
}: {
  onSecret: (secret: string) => void
  onRemoved: () => void
}): RowAct<OperatedWebhook>[] {
  const isActive = ({ state }: OperatedWebhook) => state === 'active'
  type Act = (id: string) => Promise<unknown>
  const done = async ([row]: readonly OperatedWebhook[], act: Act, undo?: Act) => {
    const { id } = row!
    await act(id)
    return oneDone(id, undo && (async () => await undo(id)))
  }
  const undone = { reason: m.common_undone(), isUndo: true }
  const disabling = {
    look: 'danger',
    permission: 'webhook.disable',
    reason: { label: m.common_reason(), isRequired: true },
    run: async (rows: readonly OperatedWebhook[], reason: string) =>
      await done(
        rows,
        async (id) => await call(disableOperatedWebhook, { params: { id }, body: { reason } }),
        async (id) => await call(enableOperatedWebhook, { params: { id }, body: undone }),
      ),
  } as const
  return [
    {
      id: 'replay-failed',
      label: m.webhooks_replay_failed(),
      permission: 'webhook.replay',
      applies: (row) => isActive(row) && row.failed > 0,
      preview: ([row]) => (
        <p>{m.webhooks_replay_failed_preview({ count: row!.failed, shown: formatNumber(row!.failed) })}</p>
      ),
      run: async (rows) =>
        await done(rows, async (id) => await call(replayOperatedDeliveries, { params: { id }, body: {} })),
      said: () => m.webhooks_replayed_said(),
    },
    {
      id: 'test',
      label: m.webhooks_test(),
      look: 'quiet',
      permission: 'webhook.test',
      applies: isActive,
      preview: () => <p>{m.webhooks_test_preview()}</p>,
      run: async (rows) =>
        await done(rows, async (id) => await call(testOperatedWebhook, { params: { id } })),
      said: () => m.webhooks_tested_said(),
    },
    {
      id: 'rotate',
      label: m.webhooks_rotate(),
      look: 'quiet',
      permission: 'webhook.rotate',
      preview: () => <p>{m.webhooks_rotate_preview()}</p>,
      run: async (rows) =>
        await done(rows, async (id) => {
          const { secret } = await call(rotateOperatedWebhook, { params: { id } })
          onSecret(secret)
        }),
      said: () => m.webhooks_rotated_said(),
    },
    {
      ...disabling,
      id: 'disable',
      label: m.webhooks_disable(),
      applies: isActive,
      preview: ([row]) => (
        <ReadAnew of={['webhook', row!.id]}>
          <p>{m.webhooks_disable_preview({ count: row!.pending, shown: formatNumber(row!.pending) })}</p>
        </ReadAnew>
      ),
      remains: ([row]) =>
        row!.pending === 0
          ? null
          : m.webhooks_disable_remains({ count: row!.pending, shown: formatNumber(row!.pending) }),
      said: () => m.webhooks_disabled_said(),
    },
    {
      ...disabling,
      id: 'keep-off',
      label: m.webhooks_keep_off(),
      // One that is off for another reason its brand could switch on again.
      applies: (row) => !isActive(row) && row.disabledReason !== 'by_operator',
      preview: ([row]) => <p>{m.webhooks_keep_off_preview({ state: webhookState(row!) })}</p>,
      said: () => m.webhooks_kept_off_said(),
    },
    {
      id: 'enable',
      label: m.webhooks_enable(),
      permission: 'webhook.enable',
      applies: (row) => !isActive(row),
      preview: () => <p>{m.webhooks_enable_preview()}</p>,
      run: async (rows) =>
        await done(
          rows,
          async (id) => await call(enableOperatedWebhook, { params: { id } }),
          async (id) => await call(disableOperatedWebhook, { params: { id }, body: undone }),
        ),
      remains: () => m.webhooks_enable_remains(),
      said: () => m.webhooks_enabled_said(),
    },
    {
      id: 'remove',
      label: m.webhooks_remove(),
      look: 'danger',
      permission: 'webhook.remove',
      preview: ([row]) => <p>{m.webhooks_remove_preview({ url: row!.url })}</p>,
      run: async (rows) => {
        const outcome = await done(rows, async (id) => await call(removeOperatedWebhook, { params: { id } }))
        onRemoved()
        return outcome
      },
      said: () => m.webhooks_removed_said(),
    },
  ]
}
