import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { m } from '#messages'
import type { Channel } from '#contracts/users.schemas.ts'
import { channelAddress, hasHandles, shownAddress } from '#rules/channel-address.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { CrossIcon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { channelExample, channelIssue } from './channel-text.ts'
import { platformName, platformOptions } from './profile-text.ts'
import { useSaveProfile } from './queries.ts'
import { saveFailure } from './save-failure.ts'
import { SaveStatus } from './save-status.tsx'
import { SelectField } from '#web/ui/rare/select-field.tsx'
import classes from './profile-form.module.css'

/** As the API has it. */
const channelsMax = 20

/** Where a creator's followers are: each with its platform and its address or handle. */
export function ChannelsItem({ uid, value }: { uid: string; value: readonly Channel[] }) {
  const save = useSaveProfile(uid)
  const [channels, setChannels] = useState(value)
  const group = useRef<HTMLFieldSetElement>(null)
  const form = useForm({
    initialValues: { platform: 'youtube' as Channel['platform'], address: '' },
    validate: { address: (typed, { platform }) => channelIssue(platform, typed) },
  })
  const { platform } = form.values
  useDirtyForm(form.values.address !== '')

  async function keep(next: readonly Channel[]): Promise<void> {
    const before = channels
    setChannels(next)
    await save.mutateAsync({ channels: [...next] }).catch((error: unknown) => {
      setChannels(before)
      throw error
    })
  }

  function add({ platform, address }: Channel): void {
    const kept = channelAddress(platform, address)
    if (typeof kept !== 'string') return
    const channel = { platform, address: kept }
    if (channels.some((one) => one.platform === platform && one.address === channel.address))
      return form.setFieldError('address', m.profile_channel_twice())
    keep([...channels, channel]).then(
      () => form.setFieldValue('address', ''),
      () => {},
    )
  }

  function remove(channel: Channel): void {
    // The button that had the focus goes with its row.
    group.current?.focus()
    keep(channels.filter((one) => one !== channel)).catch(() => {})
  }

  return (
    <fieldset ref={group} className={classes.group} id="channels" tabIndex={-1}>
      <legend>{m.profile_channels()}</legend>
      <p className={classes.hint}>{m.profile_channels_hint()}</p>
      {channels.length > 0 && (
        <ul className={classes.channels}>
          {channels.map((channel) => (
            <li key={`${channel.platform} ${channel.address}`} className={classes.channel}>
              <span>
                <b>{platformName(channel.platform)}</b>
                <span className={classes.address}>{shownAddress(channel.address)}</span>
              </span>
              <button
                type="button"
                className={classes.remove}
                aria-label={m.profile_channel_remove({
                  platform: platformName(channel.platform),
                  address: shownAddress(channel.address),
                })}
                onClick={() => remove(channel)}
              >
                <CrossIcon size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {channels.length < channelsMax && (
        <form className={classes.add} noValidate onSubmit={form.onSubmit(add)}>
          <SelectField
            {...form.getInputProps('platform')}
            label={m.profile_channel_platform()}
            options={platformOptions.map(({ value: platform, label }) => ({
              value: platform,
              label: label(),
            }))}
          />
          <TextField
            {...form.getInputProps('address')}
            label={hasHandles(platform) ? m.profile_channel_address() : m.profile_channel_address_only()}
            placeholder={channelExample(platform)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button type="submit" look="soft" loading={save.isPending}>
            {m.profile_channel_add()}
          </Button>
        </form>
      )}
      {save.isError && <Notice>{saveFailure(save.error, m.profile_save_refused())}</Notice>}
      <SaveStatus save={save} />
    </fieldset>
  )
}
