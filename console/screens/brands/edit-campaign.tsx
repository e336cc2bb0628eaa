import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import {
  editOperatedCampaign,
  getOperatedCampaign,
  listCampaignVersions,
  putOperatedCampaignPicture,
} from '#contracts/operator-campaigns.endpoints.ts'
import type {
  CampaignOffer,
  CampaignVersion,
  OperatedCampaignDetail,
} from '#contracts/operator-campaigns.schemas.ts'
import { call } from '#console/platform/api.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { OvertakenFields } from '#console/ui/overtaken.tsx'
import { sayDone } from '#console/ui/say-done.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { EmptyState, FailureState, LoadingState } from '#console/ui/states.tsx'
import { useSeen } from '#console/ui/use-seen.ts'
import { CampaignCheck } from './campaign-check.tsx'
import { changesBackOf, changesOf, type SavedOffer } from './campaign-changes.ts'
import { draftOf } from './campaign-draft.ts'
import { remainsAfter } from './campaign-remains.ts'
import { offerNames, offerText } from './campaign-offer.tsx'
import { CampaignWizard, type WizardValues } from './campaign-wizard.tsx'

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
  // A picture that is gone cannot be shown again, and a start that has passed stays.
  const wanted = from && {
    ...from.offer,
    ...(!from.isCoverAvailable && { coverUrl: offer.coverUrl }),
    startsAt: offer.startsAt,
  }
  /** A picture that is chosen is uploaded by itself. */
  const changesIn = ({ draft, cover }: WizardValues) =>
    changesOf(offer, cover ? { ...draft, coverUrl: offer.coverUrl } : draft, brand.slug)
  const [reason, setReason] = useState('')
  /** What is saved of it so far, where what came after was refused: Undo takes back all of it. */
  const saves = useRef<SavedOffer[]>([])
  const client = useQueryClient()
  const navigate = useNavigate()
  const save = useMutation({
    mutationFn: async (values: WizardValues) => {
      const said = { reason: reason.trim() }
      const changes = changesIn(values)
      let after = seen
      if (Object.keys(changes).length > 0) {
        after = await call(editOperatedCampaign, {
          params: { id },
          body: { changes, ...said, seen: revision },
        })
        // Done, whatever becomes of the picture: sent again, it is the picture alone.
        saves.current.push({ before: offer, after: after.offer })
        onSaved(after)
      }
      if (values.cover) {
        after = await call(putOperatedCampaignPicture, {
          params: { id },
          query: { ...said, seen: offer.coverUrl ?? '' },
          body: values.cover.file,
        })
        saves.current.push({ before: { ...after.offer, coverUrl: offer.coverUrl }, after: after.offer })
      }
      return after
    },
    onSuccess: (after) => {
      const changes = changesBackOf(saves.current)
      sayDone({
        said: m.campaigns_changed_said(),
        remains: remainsAfter(after.offer, changes),
        outcomes: [
          {
            id,
            done: true,
            detail: null,
            undo: async () =>
              await call(editOperatedCampaign, {
                params: { id },
                body: { changes, reason: m.common_undone(), seen: after.revision },
              }),
          },
        ],
        onUndone: () => void client.invalidateQueries(),
      })
      void client.invalidateQueries()
      void navigate(`/${consoleRoutes.campaigns}/${id}`)
    },
    onError: onFailure,
  })
  return (
    <>
      <ScreenHead title={m.campaigns_edit_title({ title: first.title })} />
      {from && (
        <p role="status">
          {(from.isCoverAvailable ? m.campaigns_from_version : m.campaigns_from_version_without)({
            version: from.number,
          })}
        </p>
      )}
      <CampaignWizard
        initial={draftOf(offer, brand.slug)}
        {...(wanted && { start: draftOf(wanted, brand.slug) })}
        isEdit
        left={left.crels}
        error={save.error}
      >
        {(values) => {
          const fields: (keyof CampaignOffer)[] = [
            ...(Object.keys(changesIn(values)) as (keyof CampaignOffer)[]),
            ...(values.cover ? (['coverUrl'] as const) : []),
          ]
          const inBoth = fields.filter(
            (field) => JSON.stringify(first.offer[field]) !== JSON.stringify(offer[field]),
          )
          return (
            <CampaignCheck
              id={id}
              fields={fields}
              before={offer}
              changes={changesIn(values)}
              hadPicture={offer.coverUrl !== null}
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
