import { Checkbox } from '@mantine/core'
import { m } from '#console-messages'
import { Card } from '#console/ui/card.tsx'
import { commandK } from '#console/ui/command-key.ts'
import { turnSingleKeys, useSingleKeys } from '#console/ui/table/single-keys.ts'

/** Which keys do something by themselves in this browser. */
export function Shortcuts() {
  return (
    <Card heading={m.shell_keys()}>
      <Checkbox
        label={m.account_single_keys()}
        description={m.account_single_keys_detail({ search: commandK })}
        checked={useSingleKeys()}
        onChange={(event) => turnSingleKeys(event.currentTarget.checked)}
      />
    </Card>
  )
}
