import { Link } from 'react-router'
import { m } from '#messages'
import type { Campaign } from '#contracts/campaigns.schemas.ts'
import { paths } from '#contracts/paths.ts'
import type { JoinCheck } from '#rules/enrolment-state.ts'
import { Card } from '#web/ui/card.tsx'
import { Checklist, ChecklistItem } from '#web/ui/common/checklist.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { channelList } from './channel-names.ts'
import classes from './requirement-list.module.css'

/** "Can I join?": each condition against my profile, with the way to meet it. */
export function RequirementList({ campaign }: { campaign: Campaign }) {
  const shown = campaign.requirements.filter(({ key, ok }) => matters(campaign, key as JoinCheck, ok))
  if (shown.length === 0) return null
  return (
    <Card id="requirements">
      <div className={classes.head}>
        <h2>{m.campaigns_requirements_heading()}</h2>
        {campaign.canJoin && <Pill>{m.campaigns_requirements_ready()}</Pill>}
      </div>
      <Checklist label={m.campaigns_requirements_heading()}>
        {shown.map(({ key, ok }) => (
          <ChecklistItem
            key={key}
            state={ok ? 'met' : 'missing'}
            fix={fixPaths[key] && <Link to={fixPaths[key]}>{m.campaigns_fix()}</Link>}
          >
            {textOf(campaign, key, ok)}
          </ChecklistItem>
        ))}
      </Checklist>
    </Card>
  )
}

const fixPaths: Record<string, string | undefined> = {
  email_verified: paths.emailVerification,
  country_allowed: `${paths.profileInfo}#countryOfResidence`,
  channel_present: `${paths.profileInfo}#channels`,
}

/** Only what this campaign asks for: "every country is allowed" is no condition. */
function matters(campaign: Campaign, key: JoinCheck, ok: boolean): boolean {
  switch (key) {
    case 'country_allowed':
      return campaign.countries.length > 0
    case 'channel_present':
      return campaign.requiredChannels.length > 0
    case 'places_left':
      return campaign.memberLimit !== null
    case 'campaign_open':
      return !ok
    // One's own enrolment has a card of its own.
    case 'not_enrolled':
      return false
    default:
      return true
  }
}

function textOf(campaign: Campaign, key: string, ok: boolean): string {
  const channels = channelList(campaign.requiredChannels)
  switch (key) {
    case 'email_verified':
      return m.campaigns_requirement_email_verified()
    case 'campaign_open':
      return m.campaigns_requirement_campaign_open()
    case 'places_left':
      return m.campaigns_requirement_places_left()
    case 'country_allowed':
      return ok ? m.campaigns_requirement_country_allowed() : m.campaigns_requirement_country_missing()
    case 'channel_present':
      return ok
        ? m.campaigns_requirement_channel_present({ channels })
        : m.campaigns_requirement_channel_missing({ channels })
    default:
      return m.campaigns_requirement_other()
  }
}
