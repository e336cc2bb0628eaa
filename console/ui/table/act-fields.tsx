import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { LongText } from './long-text.tsx'

/**
 * What an act asks for beside a reason, by its name in `FieldValues`: a text, one of several lines that may
 * be left empty, one of some, a whole number, a day, or a moment in UTC.
 */
export type ActField =
  | {
      kind?: 'text' | 'url'
      name: string
      label: string
      isRequired: boolean
      length: number
      description?: string
      /** What it is before anything is typed; empty without it. */
      initial?: string
    }
  | {
      /** A day, `YYYY-MM-DD`. */
      kind: 'date'
      name: string
      label: string
      description?: string
      max: string
      initial: string
    }
  | {
      /** A moment in UTC by the second, as `utcSecondText` has it. Its label says that it is. */
      kind: 'moment'
      name: string
      label: string
      initial: string
    }
  | { kind: 'long'; name: string; label: string; length: number; initial?: string }
  | { kind: 'choice'; name: string; label: string; options: readonly { value: string; label: string }[] }
  | {
      kind: 'number'
      name: string
      label: string
      description?: string
      min: number
      max: number
      /** What it is before anything is typed; empty without it. */
      initial?: number
    }

/** What was chosen and typed, by the name of the field. */
export type FieldValues = Readonly<Record<string, string>>

/** The fields as they are before anything is typed. */
export function initialValues(fields: readonly ActField[]): FieldValues {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.kind === 'choice' ? field.options[0]!.value : String(field.initial ?? ''),
    ]),
  )
}

/** Whether all that is asked for is there, and every number a whole one within its bounds. */
export function isComplete(fields: readonly ActField[], values: FieldValues): boolean {
  return fields.every((field) => {
    if (field.kind === 'choice' || field.kind === 'long') return true
    if (field.kind === 'date' || field.kind === 'moment') return (values[field.name] ?? '') !== ''
    if (field.kind !== 'number') return !field.isRequired || (values[field.name] ?? '').trim() !== ''
    const text = values[field.name] ?? ''
    const value = Number(text)
    return text !== '' && Number.isSafeInteger(value) && value >= field.min && value <= field.max
  })
}

/** The controls of an act's fields. */
export function ActFields({
  fields,
  values,
  onChange,
}: {
  fields: readonly ActField[]
  values: FieldValues
  onChange: (values: FieldValues) => void
}) {
  const set = (name: string, value: string) => onChange({ ...values, [name]: value })
  return fields.map((field, index) => {
    const { name, label } = field
    const common = { label, value: values[name] ?? '', 'data-autofocus': index === 0 || undefined }
    if (field.kind === 'choice')
      return (
        <NativeSelect
          key={name}
          {...common}
          data={[...field.options]}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      )
    if (field.kind === 'date')
      return (
        <TextInput
          key={name}
          {...common}
          type="date"
          description={field.description}
          max={field.max}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      )
    if (field.kind === 'moment')
      return (
        <TextInput
          key={name}
          {...common}
          type="datetime-local"
          step={1}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      )
    if (field.kind === 'long')
      return (
        <LongText
          key={name}
          label={label}
          value={common.value}
          length={field.length}
          isFirst={index === 0}
          onChange={(value) => set(name, value)}
        />
      )
    if (field.kind === 'number')
      return (
        <NumberInput
          key={name}
          {...common}
          description={field.description}
          allowDecimal={false}
          allowNegative={field.min < 0}
          min={field.min}
          max={field.max}
          clampBehavior="none"
          onChange={(value) => set(name, String(value))}
        />
      )
    return (
      <TextInput
        key={name}
        {...common}
        type={field.kind ?? 'text'}
        description={field.description}
        required={field.isRequired}
        withAsterisk={false}
        maxLength={field.length}
        autoComplete="off"
        onChange={(event) => set(name, event.currentTarget.value)}
      />
    )
  })
}
