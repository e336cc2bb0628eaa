import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { notificationKind } from './notification-kind.ts'

/** What our team does to an account or its links. Reasons are for the log of acts: who asks support is answered. */
export const accountKinds = {
  account_state_changed: notificationKind<{ state: 'active' | 'disabled' }>({
    since: '0.2.0',
    group: 'account',
    mailsDisabledItself: true,
    title: ({ state }) =>
      state === 'disabled' ? m.notifications_disabled_title() : m.notifications_enabled_title(),
    lines: ({ state }) =>
      state === 'disabled'
        ? [m.notifications_disabled_body(), m.notifications_disabled_answer()]
        : [m.notifications_enabled_body()],
    // In the inbox it is read by who is back.
    opens: ({ state }) =>
      state === 'disabled'
        ? { path: paths.help, label: m.common_write_to_us() }
        : { path: paths.home, label: m.notifications_digest_action() },
  }),
  link_block_changed: notificationKind<{
    code: string
    /** What it is after: `off` where it is not blocked any more, and stays off for another reason. */
    state: 'blocked' | 'on' | 'off'
  }>({
    since: '0.2.0',
    group: 'account',
    title: ({ code, state }) =>
      state === 'blocked'
        ? m.notifications_link_blocked_title({ code })
        : m.notifications_link_back_title({ code }),
    lines: ({ state }) =>
      ({
        blocked: () => [m.notifications_link_blocked_body(), m.notifications_link_blocked_answer()],
        on: () => [m.notifications_link_back_on()],
        off: () => [m.notifications_link_back_off()],
      })[state](),
    opens: ({ state }) =>
      state === 'blocked'
        ? { path: paths.help, label: m.common_write_to_us() }
        : { path: paths.shortlinks, label: m.notifications_link_action() },
  }),
}
