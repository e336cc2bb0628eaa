import { useField } from '@mantine/form'
import { useRef, useState, type HTMLInputAutoCompleteAttribute } from 'react'
import { m } from '#messages'
import { useDirtyForm } from '#web/platform/updates.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useSaveProfile } from './queries.ts'
import { saveFailure } from './save-failure.ts'
import { SaveStatus } from './save-status.tsx'
import classes from './profile-form.module.css'

/** A line of the profile, saved when it is left or Enter is pressed. Blank is allowed, and counts as missing. */
export function TextItem({
  uid,
  field: name,
  value,
  label,
  hint,
  check,
  type,
  min,
  max,
  autoComplete,
}: {
  uid: string
  field: 'fullName' | 'displayName' | 'birthday'
  value: string | null
  label: string
  hint?: string
  /** What is wrong with a value, if anything. */
  check: (value: string) => string | null
  type?: 'date'
  min?: string
  max?: string
  autoComplete: HTMLInputAutoCompleteAttribute
}) {
  const save = useSaveProfile(uid)
  const [saved, setSaved] = useState(value ?? '')
  const sending = useRef<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const field = useField({ initialValue: value ?? '', validate: check })

  useDirtyForm(field.getValue().trim() !== saved)

  async function keep(): Promise<void> {
    // A date typed by half is empty to the page, and no wish to erase it.
    if (input.current?.validity.badInput) return field.setError(m.profile_birthday_invalid())
    const next = field.getValue().trim()
    if (next === saved || next === sending.current) return
    if (await field.validate()) return
    try {
      sending.current = next
      await save.mutateAsync({ [name]: next || null }).finally(() => (sending.current = null))
      setSaved(next)
    } catch (error) {
      field.setError(saveFailure(error, check(next) ?? m.profile_save_refused()))
    }
  }

  const props = field.getInputProps()
  return (
    <div className={classes.item}>
      <TextField
        {...props}
        ref={input}
        id={name}
        name={name}
        label={label}
        description={hint}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        type={type}
        min={min}
        max={max}
        autoComplete={autoComplete}
        onChange={(event) => {
          if (!save.isPending) save.reset()
          props.onChange(event)
        }}
        onBlur={() => void keep()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void keep()
        }}
      />
      <SaveStatus save={save} />
    </div>
  )
}
