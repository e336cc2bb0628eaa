import { Fragment } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import type { User } from '#contracts/users.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Meter } from '#web/ui/meter.tsx'
import classes from './profile-meter.module.css'

/** How complete the profile is, each missing item a link to its field. */
export function ProfileMeter({ completedFields, missingFields }: User['profileCompletion']) {
  const done = completedFields.length
  const total = done + missingFields.length
  const text = m.profile_completion_text({ done, total })
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <h2>{m.profile_completion()}</h2>
        <span>{text}</span>
      </div>
      <Meter value={done} max={total} label={m.profile_completion()} text={text} />
      {missingFields.length === 0 ? (
        <p className={classes.missing}>{m.profile_complete()}</p>
      ) : (
        <p className={classes.missing}>
          {m.profile_missing_label()}{' '}
          {missingFields.map(({ field, label }, index) => (
            <Fragment key={field}>
              {index > 0 && ' · '}
              <Link to={`${paths.profileInfo}#${field}`}>{labels[field]?.() ?? label}</Link>
            </Fragment>
          ))}
        </p>
      )}
    </Card>
  )
}

/** The labels of `rules/profile-completion.ts` in the reader's language; in English they are those of the API. */
const labels: Record<string, () => string> = {
  fullName: m.profile_item_full_name,
  email: m.profile_item_email,
  displayName: m.profile_item_display_name,
  birthday: m.profile_item_birthday,
  gender: m.profile_item_gender,
  countryOfResidence: m.profile_item_country,
  industries: m.profile_item_industries,
  channels: m.profile_item_channels,
}
