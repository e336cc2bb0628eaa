import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#console-messages'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import type { SetupStep } from '#contracts/operator-setup.constants.ts'
import { removeOperatedSiteLogo, setOperatedSiteLine } from '#contracts/operator-site.endpoints.ts'
import type { Setup } from '#contracts/operator-setup.schemas.ts'
import { defaultSiteName } from '#contracts/site-name.ts'
import { call } from '#console/platform/api.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { useMay } from '#console/platform/session.ts'
import { browserZone } from '#console/platform/site-zone.ts'
import { setupQuery, TestMail } from '#console/platform/test-mail.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { Pill } from '#console/ui/pill.tsx'
import { UnreadCard } from './unread-card.tsx'
import styles from './home.module.css'

/** What a new installation still needs, while something is open; for those who can do it. */
export function SetupCard() {
  const may = useMay()
  const isAsked = may('site.set')
  const { data: setup, error, refetch } = useQuery({ ...setupQuery, enabled: isAsked })
  if (isAsked && !setup && error)
    return <UnreadCard heading={m.home_setup()} error={error} onRetry={refetch} />
  if (!isAsked || !setup || setup.steps.every(({ isDone }) => isDone)) return null
  return (
    <div className={styles.setup}>
      <Card heading={m.home_setup()}>
        <Lines file={null}>
          {linesOf(setup).map(({ step, isDone }) => (
            <Line
              key={step}
              name={
                <>
                  {stepNames[step]()} {isDone && <Pill tone="good">{m.home_setup_done()}</Pill>}
                </>
              }
              detail={hintOf(step, setup)}
              acts={(!isDone || step === 'mail') && <StepAct step={step} />}
            />
          ))}
        </Lines>
        <p>{setup.isLocal ? m.home_setup_local({ origin: setup.origin }) : m.home_setup_origin(setup)}</p>
      </Card>
    </div>
  )
}

/** A step as it is shown: that of the site is three, two of which are decided here. */
type ShownStep = SetupStep | 'name' | 'logo'

function linesOf({ steps, site }: Setup): { step: ShownStep; isDone: boolean }[] {
  return steps.flatMap(({ step, isDone }): { step: ShownStep; isDone: boolean }[] =>
    step === 'site'
      ? [
          { step: 'name', isDone: site.isNamed },
          { step: 'logo', isDone: site.isLogoDecided },
          { step, isDone: site.isOperatorSaid },
        ]
      : [{ step, isDone }],
  )
}

function StepAct({ step }: { step: ShownStep }) {
  if (step === 'mail') return <TestMail />
  if (step === 'name') return <NameSite />
  if (step === 'logo') return <ChooseLogo />
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

/** That of the browser, proposed; the screen has the others. */
function ChooseZone() {
  const value = browserZone()
  return (
    <OnSite
      name={m.home_setup_zone_use()}
      act={async () =>
        await call(setOperatedSiteLine, { params: { name: 'site.zone' }, body: { value, seen: null } })
      }
      go={m.home_setup_zone_go()}
    />
  )
}

/** The default, kept by a press; the screen takes another. */
function NameSite() {
  return (
    <OnSite
      name={m.home_setup_name_keep({ name: defaultSiteName })}
      act={async () =>
        await call(setOperatedSiteLine, {
          params: { name: 'site.name' },
          body: { value: defaultSiteName, seen: null },
        })
      }
      go={m.home_setup_name_go()}
    />
  )
}

/** None for now, which the site's history says; the screen takes one. */
function ChooseLogo() {
  return (
    <OnSite
      name={m.home_setup_logo_later()}
      act={async () => await call(removeOperatedSiteLogo, { query: { seen: '' } })}
      go={m.home_setup_logo_go()}
    />
  )
}

/** What is decided by a press, or otherwise on the screen about the site. */
function OnSite({ name, act, go }: { name: string; act: () => Promise<unknown>; go: string }) {
  const client = useQueryClient()
  const decided = useMutation({
    mutationFn: act,
    onSettled: async () => await client.invalidateQueries(),
  })
  return (
    <Stack gap="xs" miw="max-content">
      <Button variant="light" loading={decided.isPending} onClick={() => decided.mutate()}>
        {name}
      </Button>
      <Button component={Link} to={screenHref('site')} variant="default">
        {go}
      </Button>
      {decided.isError && <FailureAlert error={decided.error} />}
    </Stack>
  )
}

function hintOf(step: ShownStep, { mail }: Setup): string {
  if (step === 'mail')
    return {
      smtp: m.home_setup_mail_smtp,
      mailbox: m.home_setup_mail_mailbox,
      none: m.home_setup_mail_none,
    }[mail]()
  return stepHints[step]({ zone: browserZone() })
}

const stepNames: Record<ShownStep, () => string> = {
  mail: m.home_setup_mail,
  name: m.home_setup_name,
  logo: m.home_setup_logo,
  site: m.home_setup_site,
  zone: m.home_setup_zone,
  legal: m.home_setup_legal,
  team: m.home_setup_team,
  economy: m.home_setup_economy,
  brand: m.home_setup_brand,
  campaign: m.home_setup_campaign,
}

const stepHints: Record<Exclude<ShownStep, 'mail'>, (input: { zone: string }) => string> = {
  name: m.home_setup_name_hint,
  logo: m.home_setup_logo_hint,
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
