import type { ChangeEvent } from 'react'
import type { DraftField, LinkDraft } from './link-draft.ts'

/** What each part of a form needs: the draft, what was refused, and how to type. */
export interface DraftProps {
  draft: LinkDraft
  issues: Partial<Record<string, string>>
  onType: (field: DraftField, text: string) => void
}

/** The props of one field of a draft. */
export function fieldProps({ draft, issues, onType }: DraftProps, field: DraftField) {
  return {
    name: field,
    value: draft[field],
    error: issues[field],
    autoComplete: 'off',
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onType(field, currentTarget.value),
  }
}
