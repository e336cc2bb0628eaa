import { NumberInput, SegmentedControl, Stack } from '@mantine/core'
import { m } from '#console-messages'
import type { CampaignDraft } from './campaign-draft.ts'
import { useField, type StepProps } from './wizard-fields.ts'

/** What it pays. */
export function RewardStep(props: StepProps) {
  const { draft, onChange, errorOf } = props
  const field = useField(props)
  return (
    <Stack gap="sm">
      {errorOf('reward') && <p role="alert">{m.campaigns_pays_nothing()}</p>}
      <NumberInput
        label={m.campaigns_click_crels()}
        allowDecimal={false}
        min={0}
        max={1_000_000}
        {...field.number('clickCrels', 'reward.clickMillicrels')}
      />
      <NumberInput
        label={m.campaigns_lead_crels()}
        allowDecimal={false}
        min={0}
        max={10_000_000}
        {...field.number('leadCrels', 'reward.leadCrels')}
      />
      <div role="group" aria-label={m.campaigns_sale()}>
        <SegmentedControl
          aria-label={m.campaigns_sale()}
          value={draft.saleKind}
          onChange={(saleKind) => onChange({ saleKind: saleKind as CampaignDraft['saleKind'] })}
          data={[
            { value: 'none', label: m.campaigns_sale_none() },
            { value: 'crels', label: m.campaigns_sale_fixed() },
            { value: 'share', label: m.campaigns_sale_share() },
          ]}
        />
      </div>
      {draft.saleKind === 'crels' && (
        <NumberInput
          label={m.campaigns_sale_crels()}
          allowDecimal={false}
          min={1}
          max={10_000_000}
          {...field.number('saleCrels', 'reward.sale')}
        />
      )}
      {draft.saleKind === 'share' && (
        <NumberInput
          label={m.campaigns_sale_percent()}
          decimalScale={2}
          min={0.01}
          max={100}
          suffix="%"
          {...field.number('salePercent', 'reward.sale')}
        />
      )}
    </Stack>
  )
}
