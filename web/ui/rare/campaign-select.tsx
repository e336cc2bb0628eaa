import { useId } from 'react'
import { CampaignName, campaignLabel, type NamedCampaign } from '#web/ui/campaign-name.tsx'
import { DropArrow } from './drop-arrow.tsx'
import classes from './campaign-select.module.css'

/** One of several campaigns: the chosen one is named as everywhere, and the system's own list lies over its name. */
export function CampaignSelect<C extends NamedCampaign & { id: string }>({
  label,
  campaigns,
  chosen,
  noteOf,
  onChoose,
}: {
  label: string
  campaigns: readonly C[]
  chosen: C
  /** What is said of one besides, in words. */
  noteOf: (campaign: C) => string | undefined
  onChoose: (id: string) => void
}) {
  const id = useId()
  return (
    <div className={classes.choice}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.field}>
        <div aria-hidden="true">
          <CampaignName campaign={chosen} size={40}>
            <Note text={noteOf(chosen)} />
          </CampaignName>
        </div>
        <select
          id={id}
          className={classes.select}
          value={chosen.id}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {campaigns.map((campaign) => (
            <option key={campaign.id} value={campaign.id}>
              {[campaignLabel(campaign), noteOf(campaign)].filter(Boolean).join(' · ')}
            </option>
          ))}
        </select>
        <DropArrow />
      </div>
    </div>
  )
}

function Note({ text }: { text: string | undefined }) {
  return text && <span className={classes.note}>{text}</span>
}
