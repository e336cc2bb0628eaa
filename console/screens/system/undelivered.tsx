import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { replayFailedWebhooks } from '#contracts/operator-system.endpoints.ts'
import type { System, TroubledWebhook } from '#contracts/operator-system.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { TestMail } from '#console/platform/test-mail.tsx'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatAge, formatNumber } from '#console/ui/format.ts'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** Mails and messages to brands' servers that did not arrive. */
export function Undelivered({ mail, webhooks, jobs }: System) {
  const may = useMay()
  const mails = jobs.find(({ name }) => name === 'send-mail')?.failed ?? 0
  return (
    <Card
      heading={m.system_mail()}
      acts={
        may('read.members') && (
          <Button component={Link} to={`/${consoleRoutes.suppressedAddresses}`} variant="default">
            {m.system_mail_addresses()}
          </Button>
        )
      }
    >
      <Stats>
        <Stat
          label={m.system_mail_failed()}
          value={formatNumber(mails)}
          detail={m.system_mail_failed_detail()}
          isBad={mails > 0}
        />
        <Stat label={m.system_mail_bounced()} value={formatNumber(mail.bounced)} />
        <Stat label={m.system_mail_complained()} value={formatNumber(mail.complained)} />
        <Stat label={m.system_mail_soft()} value={formatNumber(mail.soft)} />
      </Stats>
      {may('mail.test') && <TestMail />}
      {webhooks.length === 0 ? (
        <p>{m.system_webhooks_none()}</p>
      ) : (
        <Lines
          file={listFile('undelivered-webhooks', webhooks, [
            [m.system_webhook_brand(), ({ brand }) => brand],
            [m.system_webhook_host(), ({ host }) => host],
            [m.table_file_state(), ({ state }) => state],
            [m.system_job_failed(), ({ failed }) => failed],
            [m.system_job_waiting(), ({ pending }) => pending],
            [m.system_webhook_failing_since(), ({ failingSince }) => failingSince],
            [m.table_file_id(), ({ id }) => id],
          ])}
        >
          {webhooks.map((webhook) => (
            <Line
              key={webhook.id}
              name={`${webhook.brand} · ${webhook.host}`}
              detail={detailOf(webhook)}
              acts={
                <ActButton
                  act={replayAct}
                  row={webhook}
                  idOf={({ id }) => id}
                  nameOf={({ brand, host }) => `${brand} · ${host}`}
                />
              }
            />
          ))}
        </Lines>
      )}
    </Card>
  )
}

function detailOf({ failed, pending, failingSince, state }: TroubledWebhook): string {
  const since = failingSince === null ? '' : m.system_webhook_since({ age: formatAge(failingSince) })
  const counts = m.system_webhook_detail({
    failed: formatNumber(failed),
    pending: formatNumber(pending),
    since,
  })
  return state === 'disabled' ? `${counts} · ${m.system_webhook_disabled()}` : counts
}

const replayAct: RowAct<TroubledWebhook> = {
  id: 'replay',
  label: m.system_replay(),
  look: 'quiet',
  permission: 'webhook.replay',
  applies: ({ state, failed }) => state === 'active' && failed > 0,
  preview: ([webhook]) => (
    <p>
      {m.system_replay_preview({
        count: webhook!.failed,
        shown: formatNumber(webhook!.failed),
        host: webhook!.host,
        brand: webhook!.brand,
      })}
    </p>
  ),
  run: async ([webhook]) => {
    await call(replayFailedWebhooks, { params: { id: webhook!.id } })
    return oneDone(webhook!.id)
  },
  said: m.system_replayed,
}
