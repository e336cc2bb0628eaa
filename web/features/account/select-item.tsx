import '../../ui/field-styles.ts'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { m } from '#messages'
import { ChevronRightIcon } from '../../ui/icons.tsx'
import { useSaveProfile } from './queries.ts'
import { saveFailure } from './save-failure.ts'
import { SaveStatus } from './save-status.tsx'
import classes from './profile-form.module.css'

export interface Option {
  value: string
  label: string
}

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
  field: 'gender' | 'countryOfResidence'
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
      <NativeSelect
        id={name}
        name={name}
        label={label}
        value={chosen}
        error={failed}
        autoComplete={autoComplete}
        rightSection={<Chevron />}
        onChange={(event) => {
          const next = event.currentTarget.value
          const before = chosen
          setChosen(next)
          save.mutate({ [name]: next || null }, { onError: () => setChosen(before) })
        }}
      >
        <option value="">{m.profile_choose()}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
      <SaveStatus save={save} />
    </div>
  )
}

/** The arrow of a list that opens downwards. */
export function Chevron() {
  return (
    <span className={classes.chevron}>
      <ChevronRightIcon size={20} />
    </span>
  )
}
