import { Button, Stack, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import type { CampaignChanges } from '#contracts/campaign-file.schemas.ts'
import type { CampaignOffer } from '#contracts/operator-campaigns.schemas.ts'
import { formatNumber } from '#console/ui/format.ts'
import { HoldBack, useHeldBack } from '#console/ui/hold-back.ts'
import { FailureState } from '#console/ui/states.tsx'
import { BonusCost } from './bonus-cost.tsx'
import { agreedFields, offerNames } from './campaign-offer.tsx'
import { campaignRemains } from './campaign-remains.ts'
import { LimitsReach } from './limits-reach.tsx'
import { useCampaignReach } from './use-campaign-reach.ts'
import styles from './wizard.module.css'

/** The last step of an edit: what is other than it was, whom that touches, and why. */
export function CampaignCheck({
  id,
  fields,
  before,
  changes,
  hadPicture,
  overtaken,
  label,
  reason,
  onReason,
  isPending,
  onSend,
}: {
  id: string
  /** What is other than it was. */
  fields: readonly (keyof CampaignOffer)[]
  /** The offer as it was, and what it is to be. */
  before: CampaignOffer
  changes: Partial<CampaignChanges>
  /** The cover is a picture as of now. */
  hadPicture: boolean
  /** What another operator saved meanwhile. */
  overtaken: ReactNode
  /** What sending it is called. */
  label: string
  reason: string
  onReason: (reason: string) => void
  isPending: boolean
  onSend: () => void
}) {
  const [isHeld, hold] = useHeldBack()
  const reach = useCampaignReach(id)
  if (fields.length === 0)
    return (
      <>
        {overtaken}
        <p role="status">{m.campaigns_changes_nothing()}</p>
      </>
    )
  const remains = campaignRemains(before, changes)
  const { members = 0, followingLinks: links = 0 } = reach.data ?? {}
  return (
    <Stack gap="sm">
      {overtaken}
      <p role="status">
        {m.campaigns_changes({ fields: fields.map((field) => offerNames[field]()).join(', ') })}
      </p>
      {reach.isError && <FailureState error={reach.error} onRetry={() => void reach.refetch()} />}
      {reach.data && fields.some((field) => agreedFields.has(field)) && (
        <p>
          {m.campaigns_changes_terms({
            members: m.campaigns_count_members({ count: members, shown: formatNumber(members) }),
          })}
        </p>
      )}
      {reach.data && fields.includes('destinationUrl') && (
        <p>
          {m.campaigns_changes_destination({
            links: m.campaigns_count_links({ count: links, shown: formatNumber(links) }),
          })}
        </p>
      )}
      <HoldBack value={hold}>
        {reach.data && <LimitsReach id={id} before={before} changes={changes} reach={reach.data} />}
        {changes.joiningBonusPoints !== undefined && (
          <BonusCost before={before.joiningBonusPoints} after={changes.joiningBonusPoints} />
        )}
      </HoldBack>
      {hadPicture && fields.includes('coverUrl') && <p>{m.campaigns_changes_cover()}</p>}
      {remains !== null && <p>{remains}</p>}
      <Textarea
        label={m.campaigns_reason()}
        required
        withAsterisk={false}
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <p className={styles.note}>{m.campaigns_reason_hint()}</p>
      <Button
        loading={isPending}
        disabled={reason.trim() === '' || !reach.isSuccess || isHeld}
        onClick={onSend}
      >
        {label}
      </Button>
    </Stack>
  )
}
