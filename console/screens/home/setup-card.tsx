import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#console-messages'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import type { SetupStep } from '#contracts/operator-setup.constants.ts'
import { getSetup, sendTestMail } from '#contracts/operator-setup.endpoints.ts'
import { setOperatedSiteLine } from '#contracts/operator-site.endpoints.ts'
import type { Setup } from '#contracts/operator-setup.schemas.ts'
import { call } from '#console/platform/api.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { useMay } from '#console/platform/session.ts'
import { browserZone } from '#console/platform/site-zone.ts'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { Pill } from '#console/ui/pill.tsx'
import styles from './home.module.css'

/** What a new installation still needs, while something is open; for those who can do it. */
export function SetupCard() {
  const may = useMay()
  const isAsked = may('site.set')
  const { data: setup } = useQuery({
    queryKey: ['setup'],
    queryFn: async ({ signal }) => await call(getSetup, { signal }),
    enabled: isAsked,
  })
  if (!isAsked || !setup || setup.steps.every(({ isDone }) => isDone)) return null
  return (
    <div className={styles.setup}>
      <Card heading={m.home_setup()}>
        <Lines>
          {setup.steps.map(({ step, isDone }) => (
            <Line
              key={step}
              name={
                <>
                  {stepNames[step]()} {isDone && <Pill tone="good">{m.home_setup_done()}</Pill>}
                </>
              }
              detail={hintOf(step, setup)}
              acts={!isDone && <StepAct step={step} />}
            />
          ))}
        </Lines>
        <p>{setup.isLocal ? m.home_setup_local({ origin: setup.origin }) : m.home_setup_origin(setup)}</p>
      </Card>
    </div>
  )
}

function StepAct({ step }: { step: SetupStep }) {
  if (step === 'mail') return <TestMail />
  if (step === 'zone') return <ChooseZone />
  const screen = stepScreens[step]
  return (
    screen && (
      <Button component={Link} to={screenHref(screen)} variant="light">
        {stepActs[screen]()}
      </Button>
    )
  )
}

function TestMail() {
  const client = useQueryClient()
  const sent = useMutation({
    mutationFn: async () => await call(sendTestMail),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['setup'] }),
  })
  return (
    <>
      <Button variant="light" loading={sent.isPending} onClick={() => sent.mutate()}>
        {m.home_setup_mail_send()}
      </Button>
      {sent.isError && <FailureAlert error={sent.error} />}
    </>
  )
}

/** That of the browser, proposed; the screen has the others. */
function ChooseZone() {
  const client = useQueryClient()
  const value = browserZone()
  const set = useMutation({
    mutationFn: async () =>
      await call(setOperatedSiteLine, { params: { name: 'site.zone' }, body: { value, seen: null } }),
    onSettled: async () => await client.invalidateQueries(),
  })
  return (
    <Stack gap="xs" miw="max-content">
      <Button variant="light" loading={set.isPending} onClick={() => set.mutate()}>
        {m.home_setup_zone_use()}
      </Button>
      <Button component={Link} to={screenHref('site')} variant="default">
        {m.home_setup_zone_go()}
      </Button>
      {set.isError && <FailureAlert error={set.error} />}
    </Stack>
  )
}

function hintOf(step: SetupStep, { mail }: Setup): string {
  if (step === 'mail')
    return {
      smtp: m.home_setup_mail_smtp,
      mailbox: m.home_setup_mail_mailbox,
      none: m.home_setup_mail_none,
    }[mail]()
  return stepHints[step]({ zone: browserZone() })
}

const stepNames: Record<SetupStep, () => string> = {
  mail: m.home_setup_mail,
  site: m.home_setup_site,
  zone: m.home_setup_zone,
  legal: m.home_setup_legal,
  team: m.home_setup_team,
  economy: m.home_setup_economy,
  brand: m.home_setup_brand,
  campaign: m.home_setup_campaign,
}

const stepHints: Record<Exclude<SetupStep, 'mail'>, (input: { zone: string }) => string> = {
  site: m.home_setup_site_hint,
  zone: m.home_setup_zone_hint,
  legal: m.home_setup_legal_hint,
  team: m.home_setup_team_hint,
  economy: m.home_setup_economy_hint,
  brand: m.home_setup_brand_hint,
  campaign: m.home_setup_campaign_hint,
}

const stepScreens: Partial<
  Record<SetupStep, 'site' | 'legal' | 'operators' | 'economy' | 'brands' | 'newCampaign'>
> = {
  site: 'site',
  legal: 'legal',
  team: 'operators',
  economy: 'economy',
  brand: 'brands',
  campaign: 'newCampaign',
} satisfies Partial<Record<SetupStep, ConsoleScreen>>

const stepActs = {
  site: m.home_setup_site_go,
  legal: m.home_setup_legal_go,
  operators: m.home_setup_team_go,
  economy: m.home_setup_economy_go,
  brands: m.home_setup_brand_go,
  newCampaign: m.home_setup_campaign_go,
}
