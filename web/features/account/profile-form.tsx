import type { ReactNode } from 'react'
import { m } from '#messages'
import type { User, Channel } from '#contracts/users.schemas.ts'
import { latestBirthday } from '#rules/minimum-age.ts'
import { visibleText } from '#rules/visible-text.ts'
import { Card } from '#web/ui/card.tsx'
import { countries } from '#web/ui/rare/countries.ts'
import { EmailAddress } from '#web/ui/common/email-address.tsx'
import { ComboboxItem } from './combobox-item.tsx'
import { ChannelsItem } from './channels-item.tsx'
import { IndustriesItem } from './industries-item.tsx'
import { LeaderboardCard } from './leaderboard-card.tsx'
import { NotificationChoicesCard } from './notification-choices-card.tsx'
import { PhotoItem } from './photo-item.tsx'
import { genderOptions } from './profile-text.ts'
import { SelectItem } from './select-item.tsx'
import { TextItem } from './text-item.tsx'
import { TimeZoneItem } from './time-zone-item.tsx'
import classes from './profile-form.module.css'

/** Born before is a slip of the finger; the API refuses it too. */
const birthdayMin = '1900-01-01'

const countryOptions = countries().map(({ code, name }) => ({ value: code, label: name }))

/** The eight items of a profile, each saved by itself; each has its field's name as its id, for links to it. */
export function ProfileForm({
  user,
  today,
  proveAddress,
}: {
  user: User
  today: string
  /** Shown where mails to the member do not arrive. */
  proveAddress: ReactNode
}) {
  const { uid } = user
  return (
    <>
      <Card className={classes.card}>
        <h2>{m.profile_about_you()}</h2>
        <PhotoItem uid={uid} name={user.displayName || user.fullName || user.email} url={user.photoURL} />
        <TextItem
          uid={uid}
          field="fullName"
          value={user.fullName}
          label={m.profile_full_name()}
          hint={m.profile_full_name_hint()}
          autoComplete="name"
          check={(name) => nameIssue(name, 120)}
        />
        <TextItem
          uid={uid}
          field="displayName"
          value={user.displayName}
          label={m.profile_display_name()}
          hint={m.profile_display_name_hint()}
          autoComplete="nickname"
          check={(name) => nameIssue(name, 60)}
        />
        <TextItem
          uid={uid}
          field="birthday"
          value={user.birthday}
          label={m.profile_birthday()}
          type="date"
          min={birthdayMin}
          max={latestBirthday(today, user.ageMin)}
          autoComplete="bday"
          check={(day) => birthdayIssue(day, { today, ageMin: user.ageMin })}
        />
        <SelectItem
          uid={uid}
          field="gender"
          value={user.gender}
          label={m.profile_gender()}
          autoComplete="sex"
          options={genderOptions.map(({ value, label }) => ({ value, label: label() }))}
        />
        <ComboboxItem
          uid={uid}
          field="countryOfResidence"
          value={user.countryOfResidence}
          label={m.profile_country()}
          autoComplete="country-name"
          clearable
          options={countryOptions}
        />
        <TimeZoneItem uid={uid} value={user.timeZone} />
        <div className={classes.fixed} id="email" tabIndex={-1}>
          <b>{m.profile_email()}</b>
          <span className={classes.address}>
            <EmailAddress address={user.email} />
          </span>
        </div>
      </Card>
      <Card className={classes.card}>
        <h2>{m.profile_your_work()}</h2>
        <IndustriesItem uid={uid} value={user.industries} />
        <ChannelsItem uid={uid} value={user.channels as Channel[]} />
      </Card>
      <LeaderboardCard user={user} />
      <NotificationChoicesCard uid={uid} proveAddress={proveAddress} />
    </>
  )
}

/** What is wrong with a day of birth, in words; a blank is fine. */
function birthdayIssue(day: string, { today, ageMin }: { today: string; ageMin: number }): string | null {
  if (day === '') return null
  if (day < birthdayMin || day > today) return m.profile_birthday_range()
  return day > latestBirthday(today, ageMin) ? m.profile_birthday_too_young({ years: ageMin }) : null
}

function nameIssue(name: string, lengthMax: number): string | null {
  const text = name.trim()
  if (text.length > lengthMax) return m.profile_too_long({ count: lengthMax })
  return visibleText.test(text) ? null : m.profile_name_hidden()
}
