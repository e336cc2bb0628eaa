import { Button, Modal, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { addOperatedWebhook, listOperatedWebhooks } from '#contracts/operator-webhooks.endpoints.ts'
import { WEBHOOK_EVENTS, type WebhookEventName } from '#contracts/webhook-events.constants.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { ShownOnce } from './shown-once.tsx'
import { webhookState } from './webhook-words.ts'

/** Where a brand's servers hear of events. */
export function BrandWebhooks({ slug }: { slug: string }) {
  const [isOpen, dialog] = useDisclosure(false)
  const [secret, setSecret] = useState<string | null>(null)
  const may = useMay()
  const webhooks = useQuery({
    queryKey: ['brand-webhooks', slug],
    queryFn: async ({ signal }) => await call(listOperatedWebhooks, { params: { slug }, signal }),
  })
  return (
    <Card
      heading={m.webhooks_title()}
      acts={
        may('webhook.add') && (
          <Button variant="light" onClick={dialog.open}>
            {m.webhooks_add()}
          </Button>
        )
      }
    >
      {webhooks.isPending ? (
        <LoadingState />
      ) : webhooks.isError ? (
        <FailureState error={webhooks.error} onRetry={() => void webhooks.refetch()} />
      ) : webhooks.data.items.length === 0 ? (
        m.webhooks_none()
      ) : (
        <Lines
          file={listFile(`webhooks-${slug}`, webhooks.data.items, [
            [m.webhooks_url(), ({ url }) => url],
            [m.webhooks_events(), ({ events }) => events.join(' ')],
            [m.webhooks_contact(), ({ contactEmail }) => contactEmail],
            [m.webhooks_state(), ({ state, disabledReason }) => disabledReason ?? state],
            [m.webhooks_failing_since(), ({ failingSince }) => failingSince],
            [m.webhooks_created(), ({ createdAt }) => createdAt],
            [m.webhooks_delivered(), ({ delivered }) => delivered],
            [m.webhooks_pending(), ({ pending }) => pending],
            [m.webhooks_failed(), ({ failed }) => failed],
            [m.table_file_id(), ({ id }) => id],
          ])}
        >
          {webhooks.data.items.map((webhook) => (
            <Line
              key={webhook.id}
              name={
                <Link to={`/${consoleRoutes.webhook.replace(':id', webhook.id)}`}>
                  <bdi>{webhook.url}</bdi>
                </Link>
              }
              detail={[
                webhookState(webhook),
                m.webhooks_counts({
                  pending: formatNumber(webhook.pending),
                  delivered: formatNumber(webhook.delivered),
                  failed: formatNumber(webhook.failed),
                }),
              ].join(' · ')}
            />
          ))}
        </Lines>
      )}
      <Modal opened={isOpen} onClose={dialog.close} title={m.webhooks_add()}>
        {isOpen && (
          <AddWebhook
            slug={slug}
            onMade={(made) => {
              dialog.close()
              setSecret(made)
            }}
          />
        )}
      </Modal>
      <ShownOnce
        title={m.webhooks_secret()}
        lead={m.webhooks_secret_lead()}
        text={secret}
        onClose={() => setSecret(null)}
      />
    </Card>
  )
}

function AddWebhook({ slug, onMade }: { slug: string; onMade: (secret: string) => void }) {
  const client = useQueryClient()
  const [url, setUrl] = useState('https://')
  const [events, setEvents] = useState<string[]>([])
  const [contact, setContact] = useState('')
  const add = useMutation({
    mutationFn: async () =>
      await call(addOperatedWebhook, {
        params: { slug },
        body: {
          url: url.trim(),
          events: events as WebhookEventName[],
          contactEmail: contact.trim() || null,
        },
      }),
    onSuccess: ({ secret }) => {
      void client.invalidateQueries()
      onMade(secret)
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={m.webhooks_url()}
          description={m.webhooks_url_hint()}
          type="url"
          required
          withAsterisk={false}
          maxLength={2048}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <MultiSelect
          label={m.webhooks_events()}
          description={m.webhooks_events_hint()}
          data={[...WEBHOOK_EVENTS]}
          value={events}
          onChange={setEvents}
        />
        <TextInput
          label={m.webhooks_contact()}
          description={m.webhooks_contact_hint()}
          type="email"
          maxLength={254}
          value={contact}
          onChange={(event) => setContact(event.currentTarget.value)}
        />
        {add.isError && <FailureAlert error={add.error} />}
        <Button type="submit" loading={add.isPending}>
          {m.webhooks_add()}
        </Button>
      </Stack>
    </form>
  )
}
