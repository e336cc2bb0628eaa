import { expect, test } from 'vitest'
import { usableToken } from './session-machine.ts'
import {
  ada,
  bob,
  minutes,
  seconds,
  session,
  signedInTab,
  startedTab,
  type Tab,
} from './session-tab.fixture.ts'

/**
 * What docs/session.md promises of the session, each with its number, on a clock that
 * is moved by hand. `session-machine.test.ts` has the ways in between, `bearer.test.ts` and `fetch-user-document.test.ts`
 * the calls, `e2e/session.spec.ts` real tabs.
 */
const promises: Record<string, () => void> = {
  'a token of an hour is refreshed 5 minutes before it expires': () => {
    const tab = signedInTab()
    expect(tab.pass(minutes(55) - 1).isRefreshing).toBe(false)
    expect(tab.pass(1).isRefreshing).toBe(true)
  },
  'a token of 8 minutes is refreshed after half its life': () => {
    const tab = signedInTab(ada, 480)
    expect(tab.pass(minutes(4) - 1).isRefreshing).toBe(false)
    expect(tab.pass(1).isRefreshing).toBe(true)
  },
  'a token is not sent in its last 30 s': () => {
    const tab = signedInTab()
    expect(usableToken(tab.state, tab.now + minutes(60) - seconds(30) - 1)).not.toBeNull()
    expect(usableToken(tab.state, tab.now + minutes(60) - seconds(30))).toBeNull()
  },
  'failures wait 30 s, 1, 2, 4, 8, 16 and again 16 minutes': () => {
    const tab = signedInTab().pass(minutes(55))
    for (const wait of [0.5, 1, 2, 4, 8, 16, 16, 16].map(minutes)) {
      tab.fail()
      expect(tab.timerAt! - tab.now).toBe(wait)
      tab.pass(wait)
    }
  },
  'a success starts the wait anew': () => {
    const tab = signedInTab().pass(minutes(55)).fail().pass(seconds(30)).fail().pass(minutes(1))
    tab.answer(session()).pass(minutes(55)).fail()
    expect(tab.timerAt! - tab.now).toBe(seconds(30))
  },
  'short tokens make no hot loop: at most two refreshes in the life of one': () => {
    for (const lifeSec of [1, 5, 29, 30, 31, 59, 60, 120, 600]) {
      const tab = signedInTab(ada, lifeSec)
      const until = tab.now + seconds(lifeSec * 20)
      let refreshes = 0
      while (tab.now < until) {
        tab.pass(seconds(lifeSec) / 2)
        if (!tab.isRefreshing) continue
        refreshes += 1
        tab.answer(session(ada, lifeSec))
      }
      expect(refreshes, `${lifeSec} s`).toBeLessThanOrEqual(41)
    }
  },
  'a token without a life is a failure, and waits like one': () => {
    const tab = signedInTab().pass(minutes(55)).answer(session(ada, 0))
    expect(tab.timerAt! - tab.now).toBe(seconds(30))
  },
  'after a night asleep it is refreshed on waking, once': () => {
    const tab = signedInTab().sleep(minutes(600)).send({ type: 'woke' }).send({ type: 'timer' })
    expect(tab.takeEffects()).toEqual(['refresh'])
  },
  'a clock that jumps, either way, ends no session': () => {
    for (const jump of [minutes(-600), minutes(600)]) {
      const tab = signedInTab().sleep(jump).send({ type: 'woke' })
      expect(tab.takeEffects()).toEqual(['refresh'])
      expect(tab.answer(session()).timerAt).toBe(tab.now + minutes(55))
    }
  },
  'a start without a connection waits, says so, and goes on when it is back': () => {
    const tab = startedTab(ada.uid).fail('network')
    expect(tab.state).toMatchObject({ phase: 'starting', refresh: { failure: 'network' } })
    expect(tab.send({ type: 'online' }).isRefreshing).toBe(true)
    expect(tab.answer(session()).state.phase).toBe('signed-in')
  },
  '429 and 5xx wait as a lost connection does, and sign nobody out': () => {
    for (const status of [429, 500, 502, 503, 504]) {
      const tab = signedInTab().pass(minutes(55)).fail({ status, code: null })
      expect(tab.timerAt! - tab.now).toBe(seconds(30))
      expect(tab.state.phase).toBe('signed-in')
    }
  },
  'of three tabs one refreshes, and tells the others': () => {
    const tabs = [signedInTab(), signedInTab(), signedInTab()] as [Tab, Tab, Tab]
    for (const tab of tabs) tab.pass(minutes(55))
    const [first, ...others] = tabs
    first.answer(session())
    for (const tab of others) {
      tab.send({ type: 'other-tab', message: first.messages.at(-1)! })
      expect(tab.takeEffects()).toEqual(['refresh', 'cancel-refresh'])
      expect(tab.state.token).toEqual(first.state.token)
    }
  },
  'a sign-out is one in every tab': () => {
    const tabs = [signedInTab(), signedInTab(), signedInTab()] as [Tab, Tab, Tab]
    for (const tab of tabs) tab.sleep(seconds(1))
    const [first, ...others] = tabs
    first.send({ type: 'signed-out', reason: 'signed_out' })
    for (const tab of others) {
      tab.send({ type: 'other-tab', message: first.messages.at(-1)! })
      expect(tab.takeEffects()).toEqual(['analytics-reset', 'clear-caches', 'forget', 'go /login'])
    }
  },
  'another account begins with empty caches': () => {
    const tab = signedInTab(ada).send({ type: 'signed-in', session: session(bob) })
    const effects = tab.takeEffects()
    expect(effects.indexOf('clear-caches')).toBeLessThan(effects.indexOf('fetch-user'))
    expect(effects).toContain('analytics-reset')
  },
  'disabled, expired, deleted and an invalid refresh end the session, on calls and refreshes alike': () => {
    for (const code of ['user_disabled', 'user_token_expired', 'user_deleted', 'invalid_refresh_token']) {
      expect(signedInTab().refuse(code).state.phase).toBe('anonymous')
      const refused = signedInTab().pass(minutes(55)).fail({ status: 401, code })
      expect(refused.state.phase).toBe('anonymous')
    }
  },
  'an expired access token refreshes and ends nothing': () => {
    const tab = signedInTab().refuse('access_token_expired')
    expect([tab.state.phase, tab.isRefreshing]).toEqual(['signed-in', true])
  },
}

test.each(Object.entries(promises))('%s', (_, promise) => {
  expect.hasAssertions()
  promise()
})
