import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import {
  getAnnouncementAudience,
  sendAnnouncement,
  withdrawAnnouncement,
} from '#contracts/operator-announcements.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { CampaignChoice, type ChosenCampaign } from '#console/platform/campaign-choice.tsx'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { useIdempotencyKey } from '#console/platform/use-idempotency-key.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { Writing } from '#console/ui/writing.tsx'
import { AsSeen } from './as-seen.tsx'
import { membersText } from './announcement-words.ts'
import styles from './announcements.module.css'

interface Draft {
  title: string
  body: string
  path: string
  campaign: ChosenCampaign | null
}

/** An announcement is written beside how members see it, and sent once it is said how many it reaches. */
export default function NewAnnouncement() {
  const [draft, setDraft] = useState<Draft>({ title: '', body: '', path: '', campaign: null })
  const { idempotencyKey, renewKeyIfRefused } = useIdempotencyKey()
  const navigate = useNavigate()
  const { title, body, campaign } = draft
  const isReady = title.trim() !== '' && body.trim() !== ''
  const write = (name: 'title' | 'body' | 'path') => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
  })
  return (
    <>
      <ScreenHead title={m.shell_new_announcement()} />
      <Writing
        heading={m.announcements_preview()}
        preview={
          <>
            <AsSeen title={title.trim() || m.announcements_title()} body={body.trim()} />
            <p className={styles.note}>{m.announcements_preview_mail()}</p>
          </>
        }
      >
        <Stack gap="sm">
          <CampaignChoice
            label={m.announcements_to()}
            description={m.announcements_to_hint()}
            none={m.announcements_to_all()}
            value={campaign}
            onChange={(chosen) => setDraft({ ...draft, campaign: chosen })}
          />
          <TextInput
            label={m.announcements_title()}
            description={m.announcements_title_hint()}
            required
            withAsterisk={false}
            maxLength={120}
            {...write('title')}
          />
          <Textarea
            label={m.announcements_body()}
            description={m.announcements_body_hint()}
            required
            withAsterisk={false}
            autosize
            minRows={5}
            maxLength={2_000}
            {...write('body')}
          />
          <TextInput
            label={m.announcements_opens()}
            description={campaign ? m.announcements_opens_campaign() : m.announcements_opens_home()}
            maxLength={300}
            {...write('path')}
          />
          {isReady ? (
            <ActButton
              act={send(idempotencyKey, renewKeyIfRefused)}
              row={draft}
              idOf={() => 'new'}
              nameOf={({ title: named }) => named}
              onDone={() => void navigate(screenHref('announcements'))}
            />
          ) : (
            <Button disabled>{m.announcements_send()}</Button>
          )}
        </Stack>
      </Writing>
    </>
  )
}

/**
 * Sends it, once for a key: pressed twice, or again after no answer, it is the same request. Until it has left every inbox
 * can lose it again.
 */
function send(idempotencyKey: string, onRefused: (error: Error) => void): RowAct<Draft> {
  return {
    id: 'send',
    label: m.announcements_send(),
    permission: 'announcement.send',
    preview: ([draft]) => draft && <Audience draft={draft} />,
    run: async ([draft]) => {
      const { title, body, path, campaign } = draft!
      const sent = await call(sendAnnouncement, {
        body: {
          title: title.trim(),
          body: body.trim(),
          ...(path.trim() !== '' && { path: path.trim() }),
          ...(campaign && { campaignId: campaign.id }),
        },
        idempotencyKey,
      }).catch((error: Error) => {
        onRefused(error)
        throw error
      })
      return oneDone(sent.id, async () => await call(withdrawAnnouncement, { params: { id: sent.id } }))
    },
    remains: () => m.announcements_send_remains(),
    undoPermission: 'announcement.withdraw',
    said: () => m.announcements_sent_said(),
  }
}

/** How many members it reaches, counted by the server. */
function Audience({ draft: { title, campaign } }: { draft: Draft }) {
  const audience = useQuery({
    queryKey: ['announcement-audience', campaign?.id ?? null],
    ...neverFromMemory,
    queryFn: async ({ signal }) =>
      await call(getAnnouncementAudience, { query: campaign ? { campaignId: campaign.id } : {}, signal }),
  })
  if (audience.isPending) return <LoadingState />
  if (audience.isError) return <FailureState error={audience.error} onRetry={() => void audience.refetch()} />
  const said = { title: title.trim(), members: membersText(audience.data.members) }
  return (
    <>
      <p>
        {campaign
          ? m.announcements_send_preview_campaign({ ...said, campaign: campaign.title })
          : m.announcements_send_preview_all(said)}
      </p>
      <p>{m.announcements_send_mailed()}</p>
    </>
  )
}
