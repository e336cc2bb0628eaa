import { useId, useState } from 'react'
import { m } from '#messages'
import { utmNames } from '#contracts/shortlinks.constants.ts'
import { Button } from '#web/ui/button.tsx'
import { ChevronRightIcon } from '#web/ui/control-icons.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { fieldProps, type DraftProps } from './draft-field.ts'
import { taggedAddress } from './link-draft.ts'
import classes from './shortlinks.module.css'

const labels: Record<(typeof utmNames)[number], () => string> = {
  source: m.shortlinks_utm_source,
  medium: m.shortlinks_utm_medium,
  campaign: m.shortlinks_utm_campaign,
  term: m.shortlinks_utm_term,
  content: m.shortlinks_utm_content,
}

/** The campaign parameters, folded unless one is set or was refused, and the address they give. */
export function UtmFields(props: DraftProps) {
  const { draft, issues } = props
  const isSet = utmNames.some((name) => draft[`utm.${name}`].trim() !== '')
  const [isWanted, setIsWanted] = useState(isSet)
  const isOpen = isWanted || utmNames.some((name) => issues[`utm.${name}`])
  const fields = useId()
  const tagged = taggedAddress(draft)
  return (
    <div className={classes.group}>
      <Button
        look="plain"
        size="s"
        className={classes.fold}
        icon={<ChevronRightIcon size={20} />}
        aria-expanded={isOpen}
        aria-controls={fields}
        onClick={() => setIsWanted(!isOpen)}
      >
        {m.shortlinks_utm_heading()}
      </Button>
      <fieldset
        id={fields}
        className={classes.group}
        aria-label={m.shortlinks_utm_heading()}
        hidden={!isOpen}
      >
        <p className={classes.hint}>{m.shortlinks_utm_hint()}</p>
        <div className={classes.pair}>
          {utmNames.map((name) => (
            <TextField
              key={name}
              {...fieldProps(props, `utm.${name}`)}
              label={labels[name]()}
              maxLength={200}
            />
          ))}
        </div>
      </fieldset>
      {isSet && tagged !== null && (
        <p className={classes.preview}>
          <span>{m.shortlinks_leads_to()}</span> {tagged}
        </p>
      )}
    </div>
  )
}
