import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import {
  createOperatedCampaign,
  moveOperatedCampaign,
  putOperatedCampaignPicture,
  topUpOperatedCampaign,
} from '#contracts/operator-campaigns.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useIdempotencyKey } from '#console/platform/use-idempotency-key.ts'
import { useMay } from '#console/platform/session.ts'
import { sentenceOf } from '#console/ui/failure.ts'
import { formatNumber } from '#console/ui/format.ts'
import { HoldBack, useHeldBack } from '#console/ui/hold-back.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { BonusCost } from './bonus-cost.tsx'
import { campaignOf, emptyDraft } from './campaign-draft.ts'
import { CampaignWizard, type WizardValues } from './campaign-wizard.tsx'
import styles from './wizard.module.css'

/** Makes a campaign: a draft first, then its picture and budget, and published where that is wanted. */
export default function NewCampaign() {
  const [params] = useSearchParams()
  const { idempotencyKey, renewKeyIfRefused } = useIdempotencyKey()
  const client = useQueryClient()
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: async ({ draft, cover, budgetCrels, reference, isPublished }: WizardValues & Wanted) => {
      const body = campaignOf({ ...draft, coverUrl: null })
      const { id } = await call(createOperatedCampaign, { body, idempotencyKey })
      // The draft is there: what is refused from here on can be done on its page.
      try {
        if (cover)
          await call(putOperatedCampaignPicture, {
            params: { id },
            query: { reason: m.campaigns_cover_first(), seen: '' },
            body: cover.file,
          })
        if (reference)
          await call(topUpOperatedCampaign, { params: { id }, body: { crels: budgetCrels, reference } })
        if (isPublished) await call(moveOperatedCampaign, { params: { id }, body: { action: 'publish' } })
        notifications.show({ message: isPublished ? m.campaigns_published_said() : m.campaigns_made_said() })
      } catch (error) {
        const { sentence } = sentenceOf(error)
        notifications.show({ color: 'red', autoClose: false, message: m.campaigns_made_but({ sentence }) })
      }
      return id
    },
    onSuccess: (id) => {
      void client.invalidateQueries()
      void navigate(`/${consoleRoutes.campaigns}/${id}`)
    },
    onError: renewKeyIfRefused,
  })
  return (
    <>
      <ScreenHead title={m.shell_new_campaign()} />
      <CampaignWizard initial={{ ...emptyDraft, brand: params.get('brand') ?? '' }} error={make.error}>
        {(values) => (
          <Check
            values={values}
            isPending={make.isPending}
            onSend={(wanted) => make.mutate({ ...values, ...wanted })}
          />
        )}
      </CampaignWizard>
    </>
  )
}

interface Wanted {
  /** The payment behind the budget; empty puts nothing in. */
  reference: string
  isPublished: boolean
}

function Check({
  values: { draft, budgetCrels },
  isPending,
  onSend,
}: {
  values: WizardValues
  isPending: boolean
  onSend: (wanted: Wanted) => void
}) {
  const [reference, setReference] = useState('')
  const [isPublished, setPublished] = useState(false)
  const [isHeld, hold] = useHeldBack()
  const may = useMay()
  const maysTopUp = may('campaign.top-up')
  return (
    <Stack gap="sm">
      <p className={styles.note}>{m.campaigns_check_lead()}</p>
      <HoldBack value={hold}>
        <BonusCost before={0} after={Number(draft.joiningBonusPoints)} />
      </HoldBack>
      {budgetCrels > 0 && maysTopUp && (
        <TextInput
          label={m.campaigns_reference()}
          description={m.campaigns_reference_hint({ crels: formatNumber(budgetCrels) })}
          maxLength={120}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      )}
      {!maysTopUp && <p className={styles.note}>{m.campaigns_budget_others()}</p>}
      {may('campaign.state') && (
        <Checkbox
          label={m.campaigns_publish_now()}
          checked={isPublished}
          onChange={(event) => setPublished(event.currentTarget.checked)}
        />
      )}
      <Button
        loading={isPending}
        disabled={isHeld}
        onClick={() => onSend({ reference: budgetCrels > 0 ? reference.trim() : '', isPublished })}
      >
        {isPublished ? m.campaigns_create_published() : m.campaigns_create()}
      </Button>
    </Stack>
  )
}
