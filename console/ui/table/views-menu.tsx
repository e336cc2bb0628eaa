import { Button, Menu, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#console-messages'
import type { OperatorView } from '#contracts/operator-desk.schemas.ts'
import { FailureAlert } from '../failure-alert.tsx'
import { useSavedViews } from './saved-views.ts'
import { viewOf, type TableAddress } from './table-address.ts'
import type { TableView } from './table-source.ts'

/** The views of a list: those that come with it, and the operator's own. */
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
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const close = () => setDialog(null)
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
          {saved.views.map(({ id, name, query }) => (
            <Menu.Item key={id} onClick={() => setParams(query)}>
              {name}
            </Menu.Item>
          ))}
          {saved.isUnread && (
            <Menu.Item closeMenuOnClick={false} onClick={() => void saved.again()}>
              {m.table_views_unread()}
            </Menu.Item>
          )}
          {(views.length + saved.views.length > 0 || saved.isUnread) && <Menu.Divider />}
          <Menu.Item onClick={() => setDialog('save')}>{m.table_view_save()}</Menu.Item>
          {saved.views.length > 0 && (
            <Menu.Item onClick={() => setDialog('manage')}>{m.table_views_manage()}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={dialog === 'save'} onClose={close} title={m.table_view_save()}>
        <NameForm
          label={m.table_view_name()}
          submit={m.table_view_save()}
          onSave={async (name) => await saved.save({ name, query: viewOf(params) })}
          onDone={close}
        />
      </Modal>
      <Modal opened={dialog === 'manage'} onClose={close} title={m.table_views_manage()}>
        <Stack>
          {saved.views.map((view) => (
            <View
              key={`${view.id} ${view.name}`}
              view={view}
              onRename={async (name) => await saved.rename(view.id, name)}
              onRemove={async () => await saved.remove(view.id)}
            />
          ))}
        </Stack>
      </Modal>
    </>
  )
}

const noViews: readonly TableView[] = []

function View({
  view: { name },
  onRename,
  onRemove,
}: {
  view: OperatorView
  onRename: (name: string) => Promise<void>
  onRemove: () => Promise<void>
}) {
  const remove = useMutation({ mutationFn: onRemove })
  return (
    <div>
      <NameForm
        initial={name}
        label={m.table_view_name_of({ name })}
        submit={m.table_view_rename()}
        onSave={onRename}
      />
      <Button
        mt={6}
        size="compact-sm"
        variant="subtle"
        color="red"
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {m.table_view_remove({ name })}
      </Button>
      {remove.isError && <FailureAlert error={remove.error} />}
    </div>
  )
}

function NameForm({
  initial = '',
  label,
  submit,
  onSave,
  onDone,
}: {
  initial?: string
  label: string
  submit: string
  onSave: (name: string) => Promise<void>
  onDone?: () => void
}) {
  const [typed, setTyped] = useState(initial)
  const name = typed.trim()
  const save = useMutation({ mutationFn: async () => await onSave(name), onSuccess: onDone })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name !== '' && name !== initial) save.mutate()
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={label}
          value={typed}
          maxLength={60}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant={initial === '' ? 'filled' : 'light'}
          disabled={name === '' || name === initial}
          loading={save.isPending}
        >
          {submit}
        </Button>
        {save.isError && <FailureAlert error={save.error} />}
      </Stack>
    </form>
  )
}
