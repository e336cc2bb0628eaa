import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { m } from '#console-messages'
import { viewAsMember } from '#contracts/operator-member-view.endpoints.ts'
import { VIEWED_SCREENS, type ViewedScreen } from '#contracts/operator-member-view.constants.ts'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { call } from '#console/platform/api.ts'
import { styleNonce } from '#console/platform/nonce.ts'
import { useMay } from '#console/platform/session.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import { nameOf } from './member-name.ts'
import styles from './view-as-member.module.css'

const screenNames: Record<ViewedScreen, () => string> = {
  home: m.member_view_home,
  wallet: m.member_view_wallet,
  points: m.member_view_points,
  campaigns: m.member_view_campaigns,
}

/** Opens the member's screens as they see them: pictures of pages, in which nothing can be done. */
export function ViewAsMember({ member }: { member: OperatedMemberView }) {
  const [isOpen, setOpen] = useState(false)
  const may = useMay()
  if (!may('member.view-as')) return null
  return (
    <>
      <Button variant="light" onClick={() => setOpen(true)}>
        {m.member_view()}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={m.member_view()} size="lg">
        {isOpen && <View member={member} />}
      </Modal>
    </>
  )
}

function View({ member }: { member: OperatedMemberView }) {
  const { uid } = member
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const view = useMutation({
    mutationFn: async (screen: ViewedScreen) =>
      await call(viewAsMember, { params: { uid }, body: { screen, reason: reason.trim() } }),
    // The log of what operators did has one more.
    onSuccess: () => void client.invalidateQueries({ queryKey: ['member', uid] }),
  })
  const { data: shown } = view
  return (
    <Stack gap="sm">
      {shown ? (
        <p role="status" className={styles.banner}>
          {m.member_view_banner({ name: nameOf(member), time: formatDateTime(shown.at) })}
        </p>
      ) : (
        <>
          <p className={styles.lead}>{m.member_view_lead({ name: nameOf(member) })}</p>
          <Textarea
            label={m.member_reason()}
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
      <Group gap="xs" role="group" aria-label={m.member_view_screens()}>
        {VIEWED_SCREENS.map((screen) => (
          <Button
            key={screen}
            size="compact-md"
            variant={shown?.screen === screen ? 'filled' : 'light'}
            aria-pressed={shown?.screen === screen}
            disabled={reason.trim() === ''}
            loading={view.isPending && view.variables === screen}
            onClick={() => view.mutate(screen)}
          >
            {screenNames[screen]()}
          </Button>
        ))}
      </Group>
      {view.isError && <FailureAlert error={view.error} />}
      {shown && (
        <iframe
          className={styles.screen}
          title={screenNames[shown.screen]()}
          // No scripts, forms, windows or navigation. Same origin, so that its styles and pictures load.
          sandbox="allow-same-origin"
          srcDoc={withNonce(shown.html)}
          onLoad={putStyles}
        />
      )}
    </Stack>
  )
}

/** Lets the page's own styles in: the frame has the policy of this page. */
function withNonce(html: string): string {
  return html.replaceAll(/<style\b/g, `<style nonce="${styleNonce ?? ''}"`)
}

/** Gives elements the styles that the policy refuses where they are written in the page. */
function putStyles({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
  for (const element of currentTarget.contentDocument?.querySelectorAll<HTMLElement>('[data-style]') ?? [])
    element.style.cssText = element.dataset['style'] ?? ''
}
