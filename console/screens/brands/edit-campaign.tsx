import { Button, Stack, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import {
  editOperatedCampaign,
  getOperatedCampaign,
  listCampaignVersions,
  previewCampaign,
  putOperatedCampaignPicture,
} from '#contracts/operator-campaigns.endpoints.ts'
import type {
  CampaignOffer,
  CampaignVersion,
  OperatedCampaignDetail,
} from '#contracts/operator-campaigns.schemas.ts'
import { call } from '#console/platform/api.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { formatNumber } from '#console/ui/format.ts'
import { OvertakenFields } from '#console/ui/overtaken.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { EmptyState, FailureState, LoadingState } from '#console/ui/states.tsx'
import { useSeen } from '#console/ui/use-seen.ts'
import { changesOf, draftOf } from './campaign-draft.ts'
import { agreedFields, offerNames, offerText } from './campaign-offer.tsx'
import { CampaignWizard, type WizardValues } from './campaign-wizard.tsx'
import styles from './wizard.module.css'

/** Changes what a campaign offers from now on. */
export default function EditCampaign() {
  const { id } = useParams() as { id: string }
  const version = useSearchParams()[0].get('version')
  const campaign = useQuery({
    queryKey: ['campaign', id],
    queryFn: async ({ signal }) => await call(getOperatedCampaign, { params: { id }, signal }),
    // What is typed stays, whoever changes it meanwhile: the revision tells them apart.
    refetchOnWindowFocus: false,
  })
  if (campaign.isPending) return <LoadingState />
  if (campaign.isError) return <FailureState error={campaign.error} onRetry={() => void campaign.refetch()} />
  if (version === null) return <Edit key={id} read={campaign.data} />
  return <EditFromVersion seen={campaign.data} version={version} />
}

/** Begins with what the campaign offered before; what is saved are the differences. */
function EditFromVersion({ seen, version }: { seen: OperatedCampaignDetail; version: string }) {
  const { id } = seen
  const versions = useQuery({
    queryKey: ['campaign-versions', id, seen.revision],
    queryFn: async ({ signal }) => await call(listCampaignVersions, { params: { id }, signal }),
    refetchOnWindowFocus: false,
  })
  if (versions.isPending) return <LoadingState />
  if (versions.isError) return <FailureState error={versions.error} onRetry={() => void versions.refetch()} />
  const found = versions.data.items.find(({ number }) => String(number) === version)
  if (!found) return <NoVersion campaign={seen} version={version} />
  return <Edit key={version} read={seen} from={found} />
}

/** The address names a version that there is not: nothing is filled in from it, and that is said. */
function NoVersion({
  campaign: { id, title },
  version,
}: {
  campaign: OperatedCampaignDetail
  version: string
}) {
  return (
    <>
      <ScreenHead title={m.campaigns_edit_title({ title })} />
      <EmptyState
        heading={m.campaigns_no_version({ version })}
        action={
          <Button component={Link} variant="light" to={screenHref('campaign', { id })}>
            {m.campaigns_versions()}
          </Button>
        }
      />
    </>
  )
}

function Edit({ read, from }: { read: OperatedCampaignDetail; from?: CampaignVersion | undefined }) {
  const { id, brand } = read
  const { first, seen, isOvertaken, onFailure, onSaved } = useSeen(read, {
    again: async () => await call(getOperatedCampaign, { params: { id } }),
    versionOf: ({ revision }) => revision,
  })
  const { offer, revision, left } = seen
  // A picture is uploaded, and a start that has passed stays.
  const wanted = from && { ...from.offer, coverUrl: offer.coverUrl, startsAt: offer.startsAt }
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const navigate = useNavigate()
  const save = useMutation({
    mutationFn: async ({ draft, cover }: WizardValues) => {
      const said = { reason: reason.trim() }
      const changes = changesOf(offer, draft, brand.slug)
      if (Object.keys(changes).length > 0)
        // Done, whatever becomes of the picture: sent again, it is the picture alone.
        onSaved(
          await call(editOperatedCampaign, { params: { id }, body: { changes, ...said, seen: revision } }),
        )
      if (cover)
        await call(putOperatedCampaignPicture, {
          params: { id },
          query: { ...said, seen: offer.coverUrl ?? '' },
          body: cover.file,
        })
    },
    onSuccess: () => {
      notifications.show({ message: m.campaigns_changed_said() })
      void client.invalidateQueries()
      void navigate(`/${consoleRoutes.campaigns}/${id}`)
    },
    onError: onFailure,
  })
  return (
    <>
      <ScreenHead title={m.campaigns_edit_title({ title: first.title })} />
      {from && <p role="status">{m.campaigns_from_version({ version: from.number })}</p>}
      <CampaignWizard
        initial={draftOf(offer, brand.slug)}
        {...(wanted && { start: draftOf(wanted, brand.slug) })}
        isEdit
        left={left.crels}
        error={save.error}
      >
        {(values) => {
          const fields: (keyof CampaignOffer)[] = [
            ...(Object.keys(changesOf(offer, values.draft, brand.slug)) as (keyof CampaignOffer)[]),
            ...(values.cover ? (['coverUrl'] as const) : []),
          ]
          const inBoth = fields.filter(
            (field) => JSON.stringify(first.offer[field]) !== JSON.stringify(offer[field]),
          )
          return (
            <Check
              id={id}
              fields={fields}
              overtaken={
                isOvertaken && (
                  <OvertakenFields
                    fields={inBoth.map((field) => [offerNames[field](), offerText(offer, field)])}
                  />
                )
              }
              label={inBoth.length > 0 ? m.common_save_over() : m.campaigns_save()}
              reason={reason}
              onReason={setReason}
              isPending={save.isPending}
              onSend={() => save.mutate(values)}
            />
          )
        }}
      </CampaignWizard>
    </>
  )
}

function Check({
  id,
  fields,
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
  /** What another operator saved meanwhile. */
  overtaken: ReactNode
  /** What sending it is called. */
  label: string
  reason: string
  onReason: (reason: string) => void
  isPending: boolean
  onSend: () => void
}) {
  const reach = useQuery({
    queryKey: ['campaign-reach', id],
    queryFn: async ({ signal }) => await call(previewCampaign, { params: { id }, signal }),
  })
  if (fields.length === 0)
    return (
      <>
        {overtaken}
        <p role="status">{m.campaigns_changes_nothing()}</p>
      </>
    )
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
      <Textarea
        label={m.campaigns_reason()}
        required
        withAsterisk={false}
        autosize
        minRows={2}
        maxLength={1000}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <p className={styles.note}>{m.campaigns_reason_hint()}</p>
      <Button loading={isPending} disabled={reason.trim() === '' || !reach.isSuccess} onClick={onSend}>
        {label}
      </Button>
    </Stack>
  )
}
