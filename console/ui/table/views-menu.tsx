import { Button, Menu, Modal, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#console-messages'
import { useSavedViews } from './saved-views.ts'
import { viewOf, type TableAddress } from './table-address.ts'
import type { TableView } from './table-source.ts'

/** The views of a list: those that come with it, and those that were saved in this browser. */
export function ViewsMenu({
  table,
  views = noViews,
  address,
}: {
  table: string
  views?: readonly TableView[]
  address: TableAddress
}) {
  const saved = useSavedViews(table)
  const [params, setParams] = useSearchParams()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="subtle">
            {m.table_views()}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map(({ name, filters }) => (
            <Menu.Item key={name} onClick={() => address.setFilters(filters)}>
              {name}
            </Menu.Item>
          ))}
          {saved.views.map(({ name, query }) => (
            <Menu.Item key={name} onClick={() => setParams(query)}>
              {name}
            </Menu.Item>
          ))}
          {views.length + saved.views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={dialog.open}>{m.table_view_save()}</Menu.Item>
          {saved.views.map(({ name }) => (
            <Menu.Item key={name} color="red" onClick={() => saved.remove(name)}>
              {m.table_view_remove({ name })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isOpen} onClose={dialog.close} title={m.table_view_save()}>
        <NameForm
          onSave={(name) => {
            saved.save({ name, query: viewOf(params) })
            dialog.close()
          }}
        />
      </Modal>
    </>
  )
}

const noViews: readonly TableView[] = []

function NameForm({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onSave(name.trim())
      }}
    >
      <Stack>
        <TextInput
          label={m.table_view_name()}
          value={name}
          maxLength={60}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit">{m.table_view_save()}</Button>
      </Stack>
    </form>
  )
}
