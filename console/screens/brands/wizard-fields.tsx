import {
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { m } from '#console-messages'
import type { CampaignChoices } from '#contracts/operator-campaigns.schemas.ts'
import { channelPlatforms } from '#contracts/taxonomies.ts'
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

function useField({ draft, onChange, errorOf }: StepProps) {
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

/** Whose it is, what it is called and where it leads. */
export function OfferStep(props: StepProps) {
  const { draft, onChange, choices, errorOf, isEdit } = props
  const field = useField(props)
  return (
    <Stack gap="sm">
      {!isEdit && (
        <NativeSelect
          label={m.campaigns_brand()}
          required
          withAsterisk={false}
          value={draft.brand}
          error={errorOf('brand')}
          onChange={(event) => onChange({ brand: event.currentTarget.value })}
          data={[
            { value: '', label: m.campaigns_choose() },
            ...choices.brands.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
        />
      )}
      <NativeSelect
        label={m.campaigns_category()}
        required
        withAsterisk={false}
        value={draft.category}
        error={errorOf('category')}
        onChange={(event) => onChange({ category: event.currentTarget.value })}
        data={[
          { value: '', label: m.campaigns_choose() },
          ...choices.categories.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
      />
      <TextInput
        label={m.campaigns_title()}
        description={m.campaigns_title_hint()}
        required
        withAsterisk={false}
        maxLength={120}
        {...field.text('title')}
      />
      <Textarea
        label={m.campaigns_summary_text()}
        required
        withAsterisk={false}
        autosize
        minRows={2}
        maxLength={400}
        {...field.text('summary')}
      />
      <TextInput
        label={m.campaigns_destination()}
        description={m.campaigns_destination_hint()}
        type="url"
        required
        withAsterisk={false}
        maxLength={2048}
        {...field.text('destinationUrl')}
      />
      <Textarea
        label={m.campaigns_hosts()}
        description={m.campaigns_hosts_hint()}
        autosize
        minRows={1}
        {...field.text('allowedHosts')}
      />
    </Stack>
  )
}

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

/** Who may join, for how long, and what each can earn. */
export function ConditionsStep(props: StepProps) {
  const { draft, onChange } = props
  const field = useField(props)
  return (
    <Stack gap="sm">
      <NativeSelect
        label={m.campaigns_approval()}
        value={draft.approval}
        onChange={(event) => onChange({ approval: event.currentTarget.value as CampaignDraft['approval'] })}
        data={[
          { value: 'open', label: m.campaigns_approval_open() },
          { value: 'application', label: m.campaigns_approval_application() },
        ]}
      />
      <Group grow align="start">
        <NumberInput
          label={m.campaigns_limit()}
          allowDecimal={false}
          min={1}
          {...field.number('memberLimit')}
        />
        <NumberInput
          label={m.campaigns_cap_crels()}
          allowDecimal={false}
          min={1}
          {...field.number('perMemberCapCrels')}
        />
      </Group>
      <Group grow align="start">
        <NumberInput
          label={m.campaigns_hold_days()}
          allowDecimal={false}
          min={0}
          max={365}
          {...field.number('holdDays')}
        />
        <NumberInput
          label={m.campaigns_cookie_days()}
          allowDecimal={false}
          min={1}
          max={365}
          {...field.number('cookieDays')}
        />
      </Group>
      <NumberInput
        label={m.campaigns_bonus()}
        allowDecimal={false}
        min={0}
        max={100_000}
        {...field.number('joiningBonusPoints')}
      />
      <TextInput
        label={m.campaigns_countries()}
        description={m.campaigns_countries_hint()}
        {...field.text('countries')}
      />
      <Checkbox.Group
        label={m.campaigns_channels()}
        description={m.campaigns_channels_hint()}
        value={draft.requiredChannels}
        onChange={(requiredChannels) => onChange({ requiredChannels })}
      >
        <Group gap="xs" mt={4}>
          {channelPlatforms.map((platform) => (
            <Checkbox key={platform} size="xs" value={platform} label={platform} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group grow align="start">
        <TextInput label={m.campaigns_starts_utc()} type="datetime-local" {...field.text('startsAt')} />
        <TextInput label={m.campaigns_ends_utc()} type="datetime-local" {...field.text('endsAt')} />
      </Group>
    </Stack>
  )
}

/** What members agree to, and what buyers read. */
export function TextsStep(props: StepProps) {
  const field = useField(props)
  return (
    <Stack gap="sm">
      <Textarea
        label={m.campaigns_terms()}
        description={m.campaigns_terms_hint()}
        required
        withAsterisk={false}
        autosize
        minRows={6}
        maxRows={20}
        maxLength={40_000}
        {...field.text('terms')}
      />
      <TextInput
        label={m.campaigns_public_title()}
        description={m.campaigns_public_hint()}
        maxLength={120}
        {...field.text('publicTitle')}
      />
      <Textarea
        label={m.campaigns_public_description()}
        autosize
        minRows={2}
        maxLength={400}
        {...field.text('publicDescription')}
      />
      <Textarea
        label={m.campaigns_captions()}
        description={m.campaigns_captions_hint()}
        autosize
        minRows={2}
        {...field.text('captions')}
      />
    </Stack>
  )
}
