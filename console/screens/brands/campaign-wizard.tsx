import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { m } from '#console-messages'
import { getCampaignChoices } from '#contracts/operator-campaigns.endpoints.ts'
import { ApiProblem } from '#console/platform/api-problem.ts'
import { call } from '#console/platform/api.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { useDraft } from '#console/ui/use-draft.ts'
import type { CampaignDraft } from './campaign-draft.ts'
import { CoverField } from './cover-field.tsx'
import { BudgetField } from './wizard-budget.tsx'
import { ConditionsStep } from './wizard-conditions.tsx'
import type { StepProps } from './wizard-fields.ts'
import { OfferStep } from './wizard-offer.tsx'
import { RewardStep } from './wizard-reward.tsx'
import { TextsStep } from './wizard-texts.tsx'
import { WizardForecast } from './wizard-forecast.tsx'
import { WizardPreview } from './wizard-preview.tsx'
import styles from './wizard.module.css'

/** A picture that is chosen: its file, and its address in this browser. */
export interface ChosenCover {
  file: File
  url: string
}

/** What a wizard holds when its last step is sent. */
export interface WizardValues {
  draft: CampaignDraft
  budgetCrels: number
  cover: ChosenCover | null
}

const steps = ['offer', 'reward', 'conditions', 'texts', 'check'] as const
type Step = (typeof steps)[number]

const stepNames: Record<Step, () => string> = {
  offer: m.campaigns_step_offer,
  reward: m.campaigns_step_reward,
  conditions: m.campaigns_step_conditions,
  texts: m.campaigns_step_texts,
  check: m.campaigns_step_check,
}

/** Where each field is; what is not named is among the conditions. */
const stepOf: Record<string, Step> = {
  brand: 'offer',
  category: 'offer',
  title: 'offer',
  summary: 'offer',
  destinationUrl: 'offer',
  allowedHosts: 'offer',
  coverUrl: 'offer',
  reward: 'reward',
  terms: 'texts',
  publicTitle: 'texts',
  publicDescription: 'texts',
  captions: 'texts',
}

/** A campaign in five steps, with the member's card and page beside them, and what it costs. */
export function CampaignWizard({
  initial,
  start,
  isEdit = false,
  left,
  error,
  children,
}: {
  /** What it is of. Another one, read while it is typed, is followed by what was not typed. */
  initial: CampaignDraft
  /** What is typed to begin with, where it is another. */
  start?: CampaignDraft
  isEdit?: boolean
  /** What is left of the budget of a campaign that is there. */
  left?: number
  /** Why it was refused. */
  error: unknown
  /** The last step, which sends it. */
  children: (values: WizardValues) => ReactNode
}) {
  const [step, setStep] = useState<Step>('offer')
  const [draft, setDraft] = useDraft(initial, start)
  const [budget, setBudget] = useState('')
  const [cover, setCover] = useCover()
  const choices = useQuery({
    queryKey: ['campaign-choices'],
    queryFn: async ({ signal }) => await call(getCampaignChoices, { signal }),
  })
  if (choices.isPending) return <LoadingState />
  if (choices.isError) return <FailureState error={choices.error} onRetry={() => void choices.refetch()} />
  const issues = issuesOf(error)
  const props: StepProps = {
    draft,
    onChange: (changes) => setDraft({ ...draft, ...changes }),
    choices: choices.data,
    errorOf: (field) => issues.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message,
    isEdit,
  }
  const { usdToCrels, brands } = choices.data
  const budgetCrels = isEdit ? (left ?? 0) : amountOf(budget)
  const at = steps.indexOf(step)
  return (
    <div className={styles.wizard}>
      <div>
        <ol className={styles.steps} aria-label={m.campaigns_steps()}>
          {steps.map((one) => (
            <li key={one}>
              <button
                type="button"
                className={styles.step}
                aria-current={one === step ? 'step' : undefined}
                data-wrong={
                  issues.some(({ path }) => (stepOf[path.split('.')[0]!] ?? 'conditions') === one) ||
                  undefined
                }
                onClick={() => setStep(one)}
              >
                {stepNames[one]()}
              </button>
            </li>
          ))}
        </ol>
        <div className={styles.form}>
          {step === 'offer' && (
            <>
              <OfferStep {...props} />
              <CoverField
                shown={draft.coverUrl}
                current={initial.coverUrl}
                cover={cover}
                onChoose={setCover}
                onShow={(coverUrl) => setDraft({ ...draft, coverUrl })}
              />
            </>
          )}
          {step === 'reward' && (
            <>
              <RewardStep {...props} />
              {!isEdit && <BudgetField value={budget} onChange={setBudget} usdToCrels={usdToCrels} />}
            </>
          )}
          {step === 'conditions' && <ConditionsStep {...props} />}
          {step === 'texts' && <TextsStep {...props} />}
          {step === 'check' && children({ draft, budgetCrels, cover })}
          {error !== null && <FailureAlert error={error} />}
          <div className={styles.foot}>
            <Button variant="default" disabled={at === 0} onClick={() => setStep(steps[at - 1]!)}>
              {m.campaigns_back()}
            </Button>
            {step !== 'check' && (
              <Button onClick={() => setStep(steps[at + 1]!)}>{m.campaigns_continue()}</Button>
            )}
          </div>
        </div>
        {(step === 'reward' || step === 'check') && (
          <WizardForecast draft={draft} budgetCrels={budgetCrels} usdToCrels={usdToCrels} />
        )}
      </div>
      <WizardPreview
        draft={draft}
        budgetCrels={budgetCrels}
        website={brands.find(({ slug }) => slug === draft.brand)?.website ?? draft.destinationUrl}
        cover={cover?.url ?? null}
      />
    </div>
  )
}

/** A picture from this machine; its address is given back with it. */
function useCover() {
  const [cover, setCover] = useState<ChosenCover | null>(null)
  useEffect(() => () => URL.revokeObjectURL(cover?.url ?? ''), [cover])
  const choose = (file: File | null) => setCover(file && { file, url: URL.createObjectURL(file) })
  return [cover, choose] as const
}

/** What the server said of fields, by their names in a campaign. */
function issuesOf(error: unknown): { path: string; message: string }[] {
  if (!(error instanceof ApiProblem)) return []
  return error.issues.map(({ path, message }) => ({
    path: path.replace(/^body\./, '').replace(/^changes\./, ''),
    message,
  }))
}

/** A whole amount, 0 for what is none. */
function amountOf(text: string): number {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}
