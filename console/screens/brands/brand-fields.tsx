import { ColorInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { isProblem } from '#console/platform/api-problem.ts'

/** A brand as it is being written: an empty country is none. */
export interface BrandDraft {
  name: string
  website: string
  tagline: string
  about: string
  country: string
  colors: { base: string; glow: string }
}

/** The fields of what a brand's pages say. */
export function BrandFields({
  draft,
  onChange,
  error,
  children,
}: {
  draft: BrandDraft
  onChange: (next: BrandDraft) => void
  /** Of saving: the server says of each field what is wrong with it. */
  error: Error | null
  /** After the name. */
  children?: ReactNode
}) {
  const field = (name: Exclude<keyof BrandDraft, 'colors'>) => ({
    value: draft[name],
    error: fieldError(error, name),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [name]: event.currentTarget.value }),
  })
  return (
    <>
      <TextInput
        data-autofocus
        label={m.brands_name()}
        required
        withAsterisk={false}
        maxLength={80}
        {...field('name')}
      />
      {children}
      <TextInput
        label={m.brands_website()}
        type="url"
        required
        withAsterisk={false}
        maxLength={2048}
        {...field('website')}
      />
      <TextInput label={m.brands_tagline()} maxLength={160} {...field('tagline')} />
      <Textarea
        label={m.brands_about()}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={4000}
        {...field('about')}
      />
      <TextInput
        label={m.brands_country()}
        description={m.brands_country_hint()}
        maxLength={2}
        {...field('country')}
      />
      {(['base', 'glow'] as const).map((which) => (
        <ColorInput
          key={which}
          label={which === 'base' ? m.brands_base() : m.brands_glow()}
          description={which === 'base' ? m.brands_base_hint() : undefined}
          format="hex"
          withEyeDropper={false}
          error={fieldError(error, `colors.${which}`)}
          value={draft.colors[which]}
          onChange={(colour) => onChange({ ...draft, colors: { ...draft.colors, [which]: colour } })}
        />
      ))}
    </>
  )
}

/** What is wrong with a field, where the server said it. */
export function fieldError(error: Error | null, field: string): string | undefined {
  return isProblem(error, 'validation_failed')
    ? error.issues.find(({ path }) => path === `body.${field}`)?.message
    : undefined
}
