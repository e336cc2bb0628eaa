import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { m } from '#console-messages'
import { useField, type StepProps } from './wizard-fields.ts'

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
