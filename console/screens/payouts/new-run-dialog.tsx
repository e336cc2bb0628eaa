import { Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { draftPayoutRun, previewPayoutRun } from '#contracts/operator-payout-runs.endpoints.ts'
import { PAYOUT_FORMATS, type PayoutFormat } from '#rules/payout-run.ts'
import { call, newIdempotencyKey } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatUsd } from '#console/ui/format.ts'
import { HoldBack, useHeldBack } from '#console/ui/hold-back.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { payerOf } from './payer.ts'
import { formatNames } from './payout-words.ts'

/** Drafts a run of everything that is approved and that its file can pay, and opens it. */
export function NewRunDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={m.payouts_new()}>
      {isOpen && <NewRun onClose={onClose} />}
    </Modal>
  )
}

function NewRun({ onClose }: { onClose: () => void }) {
  const [format, setFormat] = useState<PayoutFormat>('paypal')
  const [typed, setTyped] = useState({ holder: '', iban: '', bic: '' })
  // One for each opening: a second press drafts no second run.
  const [idempotencyKey] = useState(newIdempotencyKey)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isHeld, hold] = useHeldBack()
  const payer = payerOf(format, typed)
  const open = (id: string) => {
    onClose()
    void navigate(`/${consoleRoutes.payouts}/${id}`)
  }
  const draft = useMutation({
    mutationFn: async () =>
      await call(draftPayoutRun, {
        body: {
          format,
          ...(payer && { payer }),
        },
        idempotencyKey,
      }),
    onSuccess: async ({ run, left }) => {
      await client.invalidateQueries()
      if (left.length === 0) open(run.id)
    },
  })
  if (draft.isSuccess && draft.data.left.length > 0)
    return (
      <Stack gap="sm">
        <p role="status">{m.payouts_left_out({ count: draft.data.left.length })}</p>
        <ul>
          {draft.data.left.map(({ redemptionId, why }) => (
            <li key={redemptionId}>
              <code>{redemptionId}</code> {why}
            </li>
          ))}
        </ul>
        <Button data-autofocus onClick={() => open(draft.data.run.id)}>
          {m.shell_payout()}
        </Button>
      </Stack>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        draft.mutate()
      }}
    >
      <Stack gap="sm">
        <p>{m.payouts_new_lead()}</p>
        <NativeSelect
          data-autofocus
          label={m.payouts_format()}
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value as PayoutFormat)}
          data={PAYOUT_FORMATS.map((one) => ({ value: one, label: formatNames[one]() }))}
        />
        {format === 'sepa' && (
          <>
            <TextInput
              label={m.payouts_payer_iban()}
              description={m.payouts_payer_hint()}
              value={typed.iban}
              onChange={(event) => setTyped({ ...typed, iban: event.currentTarget.value })}
            />
            <TextInput
              label={m.payouts_payer_name()}
              required={payer !== undefined}
              value={typed.holder}
              onChange={(event) => setTyped({ ...typed, holder: event.currentTarget.value })}
            />
            <TextInput
              label={m.payouts_payer_bic()}
              value={typed.bic}
              onChange={(event) => setTyped({ ...typed, bic: event.currentTarget.value })}
            />
          </>
        )}
        <HoldBack value={hold}>
          <Effect format={format} />
        </HoldBack>
        {draft.isError && <FailureAlert error={draft.error} />}
        <Button type="submit" loading={draft.isPending} disabled={isHeld}>
          {m.payouts_new_submit()}
        </Button>
      </Stack>
    </form>
  )
}

/** What the run would pay, and who would approve it, before it is drafted. */
function Effect({ format }: { format: PayoutFormat }) {
  const preview = useQuery({
    queryKey: ['payout-run-preview', format],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(previewPayoutRun, { query: { format }, signal }),
  })
  if (preview.isPending) return <LoadingState />
  if (preview.isError) return <FailureState error={preview.error} onRetry={() => void preview.refetch()} />
  const { total, paid, others, waitsHours } = preview.data
  const { count, usdCents } = total
  return (
    <p role="status">
      {[
        m.payouts_new_total({ count, value: formatUsd(usdCents) }),
        ...(paid.length > 0 ? [m.payouts_paid({ names: paid.join(', ') })] : []),
        ...(count > 0 && others === 0 ? [m.payouts_new_waits({ hours: waitsHours })] : []),
      ].join(' ')}
    </p>
  )
}
