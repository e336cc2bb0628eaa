import { useState } from 'react'
import { ComboboxField, type ComboboxOption } from '#web/ui/rare/combobox-field.tsx'
import { m } from '#messages'
import { useSaveProfile } from './queries.ts'
import { saveFailure } from './save-failure.ts'
import { SaveStatus } from './save-status.tsx'
import classes from './profile-form.module.css'

/** One of a long list, found by typing and saved as soon as it is chosen. */
export function ComboboxItem({
  uid,
  field: name,
  value,
  label,
  options,
  clearable,
  autoComplete,
}: {
  uid: string
  field: 'countryOfResidence' | 'timeZone'
  value: string | null
  label: string
  options: readonly ComboboxOption[]
  clearable?: boolean
  autoComplete?: 'country-name'
}) {
  const save = useSaveProfile(uid)
  const [chosen, setChosen] = useState(value ?? '')
  return (
    <div className={classes.item}>
      <ComboboxField
        id={name}
        name={name}
        label={label}
        value={chosen}
        error={save.isError ? saveFailure(save.error, m.profile_save_refused()) : undefined}
        placeholder={m.profile_find()}
        options={options}
        clearable={clearable}
        autoComplete={autoComplete}
        onChange={(next) => {
          const before = chosen
          setChosen(next)
          save.mutate({ [name]: next || null }, { onError: () => setChosen(before) })
        }}
      />
      <SaveStatus save={save} />
    </div>
  )
}
