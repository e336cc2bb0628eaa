import type { CampaignChoices } from '#contracts/operator-campaigns.schemas.ts'
import type { CampaignDraft } from './campaign-draft.ts'

/** What a step of the wizard works with. */
export interface StepProps {
  draft: CampaignDraft
  onChange: (changes: Partial<CampaignDraft>) => void
  choices: CampaignChoices
  /** What the server said of a field of the campaign. */
  errorOf: (field: string) => string | undefined
  /** The brand of a campaign that is there stays. */
  isEdit: boolean
}

type TextField = {
  [K in keyof CampaignDraft]: CampaignDraft[K] extends string ? K : never
}[keyof CampaignDraft]

/** What ties an input to a field of the draft, with what the server said of it. */
export function useField({ draft, onChange, errorOf }: StepProps) {
  return {
    text: (name: TextField, field: string = name) => ({
      value: draft[name],
      error: errorOf(field),
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange({ [name]: event.currentTarget.value }),
    }),
    number: (name: TextField, field: string = name) => ({
      value: draft[name],
      error: errorOf(field),
      allowNegative: false,
      onChange: (value: string | number) => onChange({ [name]: String(value) }),
    }),
  }
}
