import { useState } from 'react'
import { m } from '#messages'
import type { Gender } from '#contracts/taxonomies.ts'
import { useSaveProfile } from './queries.ts'
import { saveFailure } from './save-failure.ts'
import { SaveStatus } from './save-status.tsx'
import { SelectField, type Option } from '#web/ui/rare/select-field.tsx'
import classes from './profile-form.module.css'

/** One of a list, saved as soon as it is chosen. The phone's own picker. */
export function SelectItem({
  uid,
  field: name,
  value,
  label,
  options,
  autoComplete,
}: {
  uid: string
  field: 'gender'
  value: string | null
  label: string
  options: readonly Option[]
  autoComplete: string
}) {
  const save = useSaveProfile(uid)
  const [chosen, setChosen] = useState(value ?? '')
  const failed = save.isError ? saveFailure(save.error, m.profile_save_refused()) : undefined
  return (
    <div className={classes.item}>
      <SelectField
        id={name}
        name={name}
        label={label}
        value={chosen}
        error={failed}
        autoComplete={autoComplete}
        options={options}
        empty={m.profile_choose()}
        onChange={(event) => {
          const next = event.currentTarget.value
          const before = chosen
          setChosen(next)
          save.mutate({ [name]: (next || null) as Gender | null }, { onError: () => setChosen(before) })
        }}
      />
      <SaveStatus save={save} />
    </div>
  )
}
