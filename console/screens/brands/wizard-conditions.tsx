import { Checkbox, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { m } from '#console-messages'
import { channelPlatforms } from '#contracts/taxonomies.ts'
import type { CampaignDraft } from './campaign-draft.ts'
import { useField, type StepProps } from './wizard-fields.ts'

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
