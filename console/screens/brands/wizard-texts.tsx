import { Stack, Textarea, TextInput } from '@mantine/core'
import { m } from '#console-messages'
import { useField, type StepProps } from './wizard-fields.ts'

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
