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
              <Link to={`${paths.profileInfo}#${field}`}>{sentenceCase(label)}</Link>
            </Fragment>
          ))}
        </p>
      )}
    </Card>
  )
}

/** A label of `rules/profile-completion.ts`, `Full Name`, as written in a sentence. */
function sentenceCase(label: string): string {
  return label.slice(0, 1) + label.slice(1).toLowerCase()
}
