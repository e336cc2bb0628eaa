import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leave } from './session-entry.ts'
import type { SignOutReason } from './session-events.ts'
import { needsVerification, usableToken } from './session-machine.ts'
import {
  ada,
  bob,
  minutes,
  newcomer,
  noon,
  seconds,
  session,
  signedInTab,
  startedTab,
  type Tab,
} from './session-tab.fixture.ts'

let elsewhere = 0
const signOutEffects = ['analytics-reset', 'clear-caches', 'forget', 'broadcast signed-out', 'go /login']

describe('start-up', () => {
  test('asks for the session once, and knows nothing until the answer', () => {
    const tab = startedTab()
    expect(tab.takeEffects()).toEqual(['refresh'])
    expect(tab.state.phase).toBe('starting')
    tab.send({ type: 'start', lastUid: null }).send({ type: 'woke' }).send({ type: 'token-needed' })
    expect(tab.takeEffects()).toEqual([])
  })

  test('finds a visitor, and does nothing about it', () => {
    const tab = startedTab().answer(null)
    expect(tab.state.phase).toBe('anonymous')
    expect(tab.takeEffects()).toEqual(['refresh'])
    expect(tab.state.endReason).toBeNull()
    tab.send({ type: 'token-needed' }).send({ type: 'woke' }).send({ type: 'refresh-now' }).pass(minutes(600))
    expect(tab.takeEffects()).toEqual([])
  })

  test('finds a member: fetches the user document and identifies the member', () => {
    const tab = startedTab().answer(session())
    expect(tab.state.phase).toBe('signed-in')
    expect(tab.takeEffects()).toEqual(['refresh', 'remember', 'identify', 'fetch-user', 'broadcast session'])
    expect(tab.timerAt).toBe(noon + minutes(55))
  })

  test('keeps the caches of the same member, and drops those of another', () => {
    const same = startedTab(ada.uid).answer(session(ada))
    expect(same.takeEffects()).not.toContain('clear-caches')
    const other = startedTab(bob.uid).answer(session(ada))
    expect(other.takeEffects().slice(1, 4)).toEqual(['analytics-reset', 'clear-caches', 'remember'])
  })

  test('that finds the remembered session gone cleans up, and goes to sign-in, which says so', () => {
    const tab = startedTab(ada.uid).answer(null)
    const effects = ['refresh', 'analytics-reset', 'clear-caches', 'forget', 'broadcast signed-out']
    expect(tab.takeEffects()).toEqual([...effects, 'go /login'])
    expect(tab.state).toMatchObject({ phase: 'anonymous', endReason: 'session_ended' })
  })

  test('shows the member the page was written for, and finds them', () => {
    for (const lastUid of [null, ada.uid]) {
      const tab = startedTab(lastUid, ada)
      expect(tab.state).toMatchObject({ phase: 'starting', presumed: ada, user: null, token: null })
      expect(tab.fail('network').state).toMatchObject({ phase: 'starting', presumed: ada })
      tab.send({ type: 'refresh-now' }).answer(session())
      expect(tab.state).toMatchObject({ phase: 'signed-in', presumed: null, user: ada })
      // Their document came with the page: it is fetched where it did not.
      const effects = ['refresh', 'refresh', 'remember', 'identify', 'fetch-user', 'broadcast session']
      expect(tab.takeEffects()).toEqual(effects)
    }
  })

  test('trusts no page that was written for another member than this browser remembers', () => {
    const tab = startedTab(bob.uid, ada)
    expect(tab.state.presumed).toBeNull()
    // Before anything is asked: were it the remembered member after all, their calls would be answered from there.
    expect(tab.takeEffects()).toEqual(['clear-caches', 'refresh'])
  })

  test('that finds another member than the page was written for drops it, and loads anew', () => {
    const tab = startedTab(null, ada).answer(session(bob))
    expect(tab.takeEffects()).toEqual(['refresh', 'clear-caches', 'remember', 'reload', 'broadcast session'])
  })

  test('that finds no session behind the page cleans up, and goes to sign-in; a sign-out elsewhere too', () => {
    const cleaned = ['analytics-reset', 'clear-caches', 'forget', 'broadcast signed-out', 'go /login']
    const ended = startedTab(null, ada).answer(null)
    expect(ended.takeEffects()).toEqual(['refresh', ...cleaned])
    expect(ended.state).toMatchObject({ phase: 'anonymous', presumed: null })
    const left = startedTab(ada.uid, ada)
    left.send({ type: 'other-tab', message: { type: 'signed-out', at: left.now, reason: 'signed_out' } })
    expect(left.takeEffects()).toEqual(['refresh', 'cancel-refresh', ...cleaned.slice(0, 3), 'go /login'])
  })

  test.each([
    'network' as const,
    { status: 500, code: 'internal_error' },
    { status: 503, code: null },
    { status: 429, code: 'too_many_requests' },
    { status: 401, code: 'access_token_expired' },
    { status: 404, code: null },
  ])('does not sign out for %j, and tries again after 30 s', (failure) => {
    const tab = startedTab(ada.uid).fail(failure)
    expect(tab.state).toMatchObject({ phase: 'starting', lastUid: ada.uid, refresh: { failures: 1 } })
    expect(tab.takeEffects()).toEqual(['refresh'])
    expect(tab.pass(seconds(29)).takeEffects()).toEqual([])
    expect(tab.pass(seconds(1)).takeEffects()).toEqual(['refresh'])
    expect(tab.answer(session()).state).toMatchObject({ phase: 'signed-in', refresh: { failures: 0 } })
  })

  test('of a disabled member ends the session and says why', () => {
    const tab = startedTab(ada.uid).fail({ status: 403, code: 'user_disabled' })
    expect(tab.state).toMatchObject({ phase: 'anonymous', endReason: 'user_disabled', lastUid: null })
  })
})

describe('refreshing', () => {
  test('happens 5 minutes before expiry, again and again, and changes nothing else', () => {
    const tab = signedInTab()
    for (let round = 0; round < 3; round++) {
      expect(tab.pass(minutes(55) - 1).takeEffects()).toEqual([])
      expect(tab.pass(1).takeEffects()).toEqual(['refresh'])
      const token = session()
      expect(tab.answer(token).takeEffects()).toEqual(['broadcast session'])
      expect(usableToken(tab.state, tab.now)).toBe(token.accessToken)
    }
    expect(tab.state.signedInAt).toBe(noon)
  })

  test('never happens sooner than half the lifetime', () => {
    const tab = signedInTab(ada, 360)
    expect(tab.pass(minutes(3) - 1).isRefreshing).toBe(false)
    expect(tab.pass(1).isRefreshing).toBe(true)
  })

  test('waits 30 s after a failure, doubling to 16 minutes, and starts anew after a success', () => {
    const tab = signedInTab().pass(minutes(55))
    for (const wait of [0.5, 1, 2, 4, 8, 16, 16, 16].map(minutes)) {
      tab.fail()
      expect(tab.timerAt! - tab.now).toBe(wait)
      expect(tab.pass(wait).isRefreshing).toBe(true)
    }
    expect(tab.state.phase).toBe('signed-in')
    tab.answer(session()).pass(minutes(55)).fail({ status: 502, code: null })
    expect(tab.timerAt! - tab.now).toBe(seconds(30))
  })

  test('is one at a time for all callers', () => {
    const tab = signedInTab().pass(minutes(55))
    expect(tab.takeEffects()).toEqual(['refresh'])
    tab.send({ type: 'timer' }).send({ type: 'woke' }).send({ type: 'online' })
    tab.send({ type: 'refresh-now' }).sleep(minutes(10)).send({ type: 'token-needed' })
    expect(tab.takeEffects()).toEqual([])
  })

  test('ignores an answer that is no longer awaited', () => {
    const tab = signedInTab()
    const { state } = tab
    tab.send({ type: 'refresh-answered', id: state.refresh.id, session: null })
    tab.send({ type: 'refresh-failed', id: 99, failure: { status: 403, code: 'user_disabled' } })
    expect(tab.state).toEqual(state)
  })

  test.each([0.001, 1, 30])(
    'takes a token of %f s, which can never be sent, for a failure',
    (lifetimeSec) => {
      const tab = startedTab()
      let refreshes = 0
      for (const until = tab.now + minutes(60); tab.now < until; tab.pass(seconds(1))) {
        if (!tab.isRefreshing) continue
        refreshes += 1
        tab.answer(session(ada, lifetimeSec))
      }
      expect([tab.state.phase, tab.state.refresh.failure]).toEqual(['starting', 'server'])
      expect(refreshes).toBeLessThan(10)
    },
  )

  test('waits 30 s at least after a success, however short the token and however many calls want one', () => {
    const tab = signedInTab(ada, 31)
    let refreshes = 0
    for (const until = tab.now + minutes(10); tab.now < until; tab.pass(seconds(1))) {
      tab.send({ type: 'token-needed' }).send({ type: 'woke' })
      if (!tab.isRefreshing) continue
      refreshes += 1
      tab.answer(session(ada, 31))
    }
    expect(refreshes).toBeGreaterThan(10)
    expect(refreshes).toBeLessThanOrEqual(20)
  })

  test('takes a token without a lifetime for a failure, not for a reason to hurry', () => {
    const tab = signedInTab().pass(minutes(55)).answer(session(ada, 0))
    expect(tab.timerAt! - tab.now).toBe(seconds(30))
    expect(tab.state.phase).toBe('signed-in')
  })
})

describe('a call that needs a token', () => {
  test('gets it until 30 s before expiry, then asks for a refresh', () => {
    const tab = signedInTab().sleep(minutes(60) - seconds(30) - 1)
    expect(usableToken(tab.state, tab.now)).not.toBeNull()
    expect(tab.send({ type: 'token-needed' }).takeEffects()).toEqual([])
    tab.sleep(1)
    expect(usableToken(tab.state, tab.now)).toBeNull()
    expect(tab.send({ type: 'token-needed' }).takeEffects()).toEqual(['refresh'])
  })

  test('does not hurry a failing server: 30 s, but no more, after the last failure', () => {
    const tab = signedInTab().sleep(minutes(61)).send({ type: 'token-needed' })
    for (const wait of [0.5, 1, 2].map(minutes)) tab.fail({ status: 503, code: null }).pass(wait)
    tab.fail({ status: 503, code: null }).takeEffects()
    tab.sleep(seconds(29)).send({ type: 'token-needed' })
    expect(tab.takeEffects()).toEqual([])
    tab.sleep(seconds(1)).send({ type: 'token-needed' })
    expect(tab.takeEffects()).toEqual(['refresh'])
  })

  test('has a refresh that failed made again at once, four times in all; together they are one failure', () => {
    const tab = signedInTab().sleep(minutes(61)).send({ type: 'token-needed' })
    for (let repeats = 1; repeats <= 4; repeats += 1) {
      tab.fail().sleep(300).takeEffects()
      expect(tab.send({ type: 'token-needed', again: true }).takeEffects()).toEqual(['refresh'])
    }
    tab.fail().sleep(300)
    expect(tab.send({ type: 'token-needed', again: true }).takeEffects()).toEqual([])
    expect(tab.state.refresh.failures).toBe(1)
    expect(tab.pass(seconds(30)).takeEffects()).toEqual(['refresh'])
    tab.fail()
    expect([tab.state.refresh.failures, tab.timerAt! - tab.now]).toEqual([2, minutes(1)])
    expect(tab.send({ type: 'token-needed', again: true }).takeEffects()).toEqual(['refresh'])
    expect(tab.answer(session()).state.refresh).toMatchObject({ failures: 0, repeats: 0 })
  })

  test('has no refresh made again that took its time to fail, did not fail, or whose session is over', () => {
    const slow = signedInTab().sleep(minutes(61)).send({ type: 'token-needed' }).sleep(seconds(25)).fail()
    slow.sleep(300).takeEffects()
    expect(slow.send({ type: 'token-needed', again: true }).takeEffects()).toEqual([])
    const tab = signedInTab()
    expect(tab.send({ type: 'token-needed', again: true }).takeEffects()).toEqual([])
    const over = startedTab().answer(null)
    over.takeEffects()
    expect(over.send({ type: 'token-needed', again: true }).takeEffects()).toEqual([])
  })

  test('answered access_token_expired refreshes, and stays signed in', () => {
    const tab = signedInTab().refuse('access_token_expired')
    expect(tab.state.phase).toBe('signed-in')
    expect(usableToken(tab.state, tab.now)).toBeNull()
    expect(tab.takeEffects()).toEqual(['refresh'])
    expect(tab.refuse('access_token_expired').takeEffects()).toEqual([])
  })

  test('answered for a token replaced since changes nothing', () => {
    const tab = signedInTab()
    for (const code of ['access_token_expired', 'user_token_expired', 'user_disabled']) {
      tab.send({ type: 'call-refused', accessToken: 'token-of-before', code })
    }
    expect(tab.takeEffects()).toEqual([])
    expect(tab.state.phase).toBe('signed-in')
  })
})

describe('forced sign-out', () => {
  test.each(['user_disabled', 'user_token_expired', 'user_deleted'])('follows %s on a call', (code) => {
    const tab = signedInTab().refuse(code)
    expect(tab.takeEffects()).toEqual(signOutEffects)
    expect(tab.state).toMatchObject({ phase: 'anonymous', user: null, token: null, endReason: code })
    expect(tab.timerAt).toBeNull()
  })

  test('by a refused call is explained by the answer that comes after it, in every tab', () => {
    const tab = signedInTab().refuse('user_token_expired')
    tab.takeEffects()
    tab.send({ type: 'signed-out', reason: 'password_reset' })
    expect(tab.takeEffects()).toEqual(['broadcast signed-out', 'explain'])
    const other = signedInTab().refuse('user_token_expired')
    other.takeEffects()
    other.send({ type: 'other-tab', message: tab.messages.at(-1)! })
    expect(other.takeEffects()).toEqual(['explain'])
    expect([tab.state.endReason, other.state.endReason]).toEqual(['password_reset', 'password_reset'])
    // What says why is not replaced by what cannot.
    other.send({ type: 'other-tab', message: { type: 'signed-out', at: other.now, reason: 'session_ended' } })
    expect(other.takeEffects()).toEqual([])
  })

  test.each(['user_disabled', 'user_token_expired', 'user_deleted', 'invalid_refresh_token'])(
    'follows %s on a refresh',
    (code) => {
      const tab = signedInTab().pass(minutes(55)).fail({ status: 401, code })
      expect(tab.takeEffects()).toEqual(['refresh', ...signOutEffects])
    },
  )

  test('follows an identity answer without a token', () => {
    const tab = signedInTab().send({ type: 'call-refused', accessToken: null, code: 'user_token_expired' })
    expect(tab.takeEffects()).toEqual(signOutEffects)
  })

  test('follows a refresh that finds no session', () => {
    const tab = signedInTab().pass(minutes(55)).answer(null)
    expect(tab.takeEffects()).toEqual(['refresh', ...signOutEffects])
    expect(tab.state.endReason).toBe('session_ended')
  })

  test.each([
    'unauthenticated',
    'access_token_expired',
    'forbidden',
    'email_not_verified',
    'too_many_requests',
    'internal_error',
    'constructor',
  ])('does not follow %s', (code) => {
    const tab = signedInTab().refuse(code)
    expect(tab.state.phase).toBe('signed-in')
    tab.pass(minutes(56)).fail({ status: 401, code })
    expect(tab.state.phase).toBe('signed-in')
  })

  test('does not follow a day without network', () => {
    const tab = signedInTab().pass(minutes(55))
    for (let tries = 0; tries < 100; tries++) tab.fail().pass(minutes(16))
    expect(tab.state).toMatchObject({ phase: 'signed-in', user: ada, refresh: { failures: 100 } })
    expect(tab.takeEffects()).not.toContain('clear-caches')
  })
})

describe('signing in and out here', () => {
  test('signs in after having been a visitor', () => {
    const tab = startedTab().answer(null).send({ type: 'signed-in', session: session() })
    expect(tab.takeEffects().slice(1)).toEqual(['remember', 'identify', 'fetch-user', 'broadcast session'])
    expect(tab.timerAt).toBe(noon + minutes(55))
  })

  test('signs in while a refresh is under way, whose late answer then says nothing', () => {
    const tab = startedTab()
    const late = tab.state.refresh.id
    tab.send({ type: 'signed-in', session: session() })
    expect(tab.takeEffects().slice(0, 2)).toEqual(['refresh', 'cancel-refresh'])
    tab.send({ type: 'refresh-answered', id: late, session: null })
    expect(tab.state.phase).toBe('signed-in')
  })

  test('signs out: analytics reset, caches cleared, other tabs informed, to /login', () => {
    const tab = signedInTab().send({ type: 'signed-out', reason: 'signed_out' })
    expect(tab.takeEffects()).toEqual(signOutEffects)
    expect(tab.pass(minutes(600)).takeEffects()).toEqual([])
    expect(tab.send({ type: 'signed-out', reason: 'signed_out' }).takeEffects()).toEqual([])
  })

  test('switches the account: the caches of the first are gone before the second arrives', () => {
    const tab = signedInTab(ada).send({ type: 'signed-in', session: session(bob) })
    const effects = [
      'analytics-reset',
      'clear-caches',
      'remember',
      'identify',
      'fetch-user',
      'broadcast session',
    ]
    expect(tab.takeEffects()).toEqual(effects)
    expect(tab.state.lastUid).toBe(bob.uid)
  })

  test('forgets an invitation with a member who could have used it and leaves, and with nobody else', () => {
    const forgotten = (tab: Tab, reason: SignOutReason = 'signed_out') =>
      leave(tab.state, reason).effects.find(({ type }) => type === 'forget')
    const all = { type: 'forget', invitation: true }
    expect(forgotten(signedInTab())).toEqual(all)
    // Another tab signed out before this one had its first refresh.
    expect(forgotten(startedTab(ada.uid, ada))).toEqual(all)
    expect(forgotten(signedInTab(newcomer))).toEqual({ type: 'forget' })
    for (const tab of [signedInTab(), signedInTab(newcomer), startedTab(ada.uid)])
      expect(forgotten(tab, 'user_deleted')).toEqual(all)
  })

  test.each([
    'session_ended',
    'user_token_expired',
    'user_disabled',
    'password_reset',
    'email_recovered',
  ] as const)('keeps an invitation where the session ended by %s: its member comes back', (reason) => {
    for (const tab of [signedInTab(), startedTab(ada.uid), startedTab(ada.uid, ada)])
      expect(leave(tab.state, reason).effects).toContainEqual({ type: 'forget' })
  })

  test('clears the caches once, when one signs out and another in', () => {
    const tab = signedInTab(ada).send({ type: 'signed-out', reason: 'signed_out' })
    tab.takeEffects()
    tab.send({ type: 'signed-in', session: session(bob) })
    expect(tab.takeEffects()).not.toContain('clear-caches')
  })
})

describe('an unverified e-mail', () => {
  test('leads to the verification screen', () => {
    const tab = startedTab().answer(session(newcomer))
    expect(tab.takeEffects()).toContain('go /signup/email-verification')
    expect(needsVerification(tab.state)).toBe(true)
    expect(needsVerification(signedInTab().state)).toBe(false)
  })

  test('moves on when confirmed here, with the new token of the answer', () => {
    const tab = signedInTab(newcomer).send({ type: 'signed-in', session: session(ada) })
    expect(tab.takeEffects()).toEqual(['fetch-user', 'email-verified', 'broadcast session'])
    expect(needsVerification(tab.state)).toBe(false)
  })

  test('moves on in the other tabs', () => {
    const here = signedInTab(newcomer)
    const there = signedInTab(newcomer)
    here.sleep(1_000).send({ type: 'signed-in', session: session(ada) })
    there.sleep(1_000).send({ type: 'other-tab', message: here.messages.at(-1)! })
    expect(there.takeEffects()).toEqual(['fetch-user', 'email-verified'])
  })

  test('moves on when it was confirmed on another device and the screen looks', () => {
    const tab = signedInTab(newcomer).send({ type: 'refresh-now' }).answer(session(ada))
    expect(tab.takeEffects()).toEqual(['refresh', 'fetch-user', 'email-verified', 'broadcast session'])
  })

  test('known without a new token fetches one, since the old one says unverified', () => {
    const tab = signedInTab(newcomer).send({ type: 'user-changed', user: ada })
    expect(tab.takeEffects()).toEqual(['fetch-user', 'email-verified', 'broadcast session', 'refresh'])
  })

  test('of a changed address leads back to the verification screen', () => {
    const tab = signedInTab(ada).send({
      type: 'user-changed',
      user: { ...newcomer, email: 'new@example.com' },
    })
    expect(tab.takeEffects()).toContain('go /signup/email-verification')
  })
})

test('a changed display name reaches the other tabs, and nothing else happens', () => {
  const tab = signedInTab().send({ type: 'user-changed', user: { ...ada, displayName: 'Countess' } })
  expect(tab.takeEffects()).toEqual(['broadcast session'])
  expect(tab.state.user?.displayName).toBe('Countess')
  expect(tab.send({ type: 'user-changed', user: bob }).state.user?.uid).toBe(ada.uid)
})

describe('another tab', () => {
  test('that refreshed saves this one the call', () => {
    const [first, second] = [signedInTab(), signedInTab()]
    first.pass(minutes(55)).answer(session())
    second.pass(minutes(55)).send({ type: 'other-tab', message: first.messages.at(-1)! })
    expect(second.takeEffects()).toEqual(['refresh', 'cancel-refresh'])
    expect(second.state.token).toEqual(first.state.token)
    expect(second.timerAt).toBe(first.timerAt)
  })

  test('that signs in signs this one in', () => {
    const [here, there] = [startedTab().answer(null), startedTab().answer(null)]
    here.takeEffects()
    there.sleep(seconds(5)).send({ type: 'signed-in', session: session() })
    here.sleep(seconds(5)).send({ type: 'other-tab', message: there.messages.at(-1)! })
    expect(here.takeEffects()).toEqual(['remember', 'identify', 'fetch-user'])
  })

  test('a sign-out in another tab signs this one out, and is not announced again', () => {
    const [here, there] = [signedInTab(), signedInTab()]
    there.sleep(seconds(5)).send({ type: 'signed-out', reason: 'signed_out' })
    here.sleep(seconds(5)).send({ type: 'other-tab', message: there.messages.at(-1)! })
    expect(here.takeEffects()).toEqual(['analytics-reset', 'clear-caches', 'forget', 'go /login'])
    expect(here.state.endReason).toBe('signed_out')
  })

  test('that switches the account switches this one, with its caches', () => {
    const [here, there] = [signedInTab(ada), signedInTab(ada)]
    there.sleep(seconds(5)).send({ type: 'signed-in', session: session(bob) })
    here.sleep(seconds(5)).send({ type: 'other-tab', message: there.messages.at(-1)! })
    expect(here.takeEffects().slice(0, 2)).toEqual(['analytics-reset', 'clear-caches'])
    expect(here.state.user).toEqual(bob)
  })

  test('that signs out while this one starts makes it a visitor, whatever the answer on its way', () => {
    const tab = startedTab(ada.uid)
    tab.send({ type: 'other-tab', message: { type: 'signed-out', at: noon, reason: 'signed_out' } })
    tab.answer(session())
    expect(tab.state.phase).toBe('anonymous')
  })

  test('cannot bring back an ended session with a token that was on its way', () => {
    const [here, there] = [signedInTab(), signedInTab()]
    there.pass(minutes(55)).answer(session())
    here.sleep(minutes(56)).send({ type: 'signed-out', reason: 'signed_out' })
    here.takeEffects()
    here.send({ type: 'other-tab', message: there.messages.at(-1)! })
    expect(here.state.phase).toBe('anonymous')
  })

  test('cannot end a newer session with old news', () => {
    const tab = signedInTab()
      .sleep(seconds(10))
      .send({ type: 'signed-in', session: session(bob) })
    tab.send({
      type: 'other-tab',
      message: { type: 'signed-out', at: noon + seconds(5), reason: 'signed_out' },
    })
    expect(tab.state.user).toEqual(bob)
    const old = { type: 'session', user: ada, token: signedInTab().state.token!, signedInAt: noon } as const
    tab.send({ type: 'other-tab', message: old })
    expect(tab.state.user).toEqual(bob)
  })

  test('with an older token of the same member changes nothing', () => {
    const old = signedInTab().messages[0]!
    const tab = signedInTab().pass(minutes(55)).answer(session())
    const { token } = tab.state
    expect(tab.send({ type: 'other-tab', message: old }).state.token).toEqual(token)
  })
})

describe('sleep, network and clock', () => {
  test('after a night asleep the token is refreshed on waking', () => {
    const tab = signedInTab().sleep(minutes(600)).send({ type: 'woke' })
    expect(tab.takeEffects()).toEqual(['refresh'])
    expect(tab.state.phase).toBe('signed-in')
  })

  test('after a nap the timer is set again', () => {
    const tab = signedInTab().sleep(minutes(20))
    tab.timerAt = null
    expect(tab.send({ type: 'woke' }).takeEffects()).toEqual([])
    expect(tab.timerAt).toBe(noon + minutes(55))
  })

  test('a timer that fires early is set again', () => {
    const tab = signedInTab().sleep(minutes(54)).send({ type: 'timer' })
    expect(tab.isRefreshing).toBe(false)
    expect(tab.timerAt).toBe(noon + minutes(55))
  })

  test('when the network is back a failed refresh does not wait', () => {
    const tab = signedInTab().pass(minutes(55)).fail().pass(seconds(30)).fail()
    tab.takeEffects()
    expect(tab.sleep(seconds(1)).send({ type: 'online' }).takeEffects()).toEqual(['refresh'])
  })

  test('a failing server is not hurried by the network', () => {
    const tab = signedInTab().pass(minutes(55)).fail({ status: 429, code: 'too_many_requests' })
    tab.takeEffects()
    expect(tab.sleep(seconds(1)).send({ type: 'online' }).takeEffects()).toEqual([])
  })

  test('a page that comes back without a token waits 30 s after a failure, not the 16 minutes', () => {
    const tab = signedInTab().pass(minutes(55))
    for (let tries = 0; tries < 10; tries++) tab.fail().pass(tab.timerAt! - tab.now)
    tab.fail().takeEffects()
    expect(tab.sleep(seconds(29)).send({ type: 'woke' }).takeEffects()).toEqual([])
    expect(tab.sleep(seconds(1)).send({ type: 'woke' }).takeEffects()).toEqual(['refresh'])
  })

  test('a person may try again at once', () => {
    const tab = startedTab().fail()
    tab.takeEffects()
    expect(tab.send({ type: 'refresh-now' }).takeEffects()).toEqual(['refresh'])
  })

  test('a clock set forward makes the token due, not the session over', () => {
    const tab = signedInTab().sleep(minutes(100_000)).send({ type: 'token-needed' })
    expect(tab.takeEffects()).toEqual(['refresh'])
    expect(tab.state.phase).toBe('signed-in')
  })

  test('a clock set back refreshes now, and no time lies in the future', () => {
    const tab = signedInTab().pass(minutes(10)).sleep(-minutes(600)).send({ type: 'woke' })
    expect(tab.takeEffects()).toEqual(['refresh'])
    expect(tab.state.token!.issuedAt).toBeLessThanOrEqual(tab.now)
    expect(tab.state.token!.expiresAt).toBeLessThanOrEqual(tab.now + minutes(60))
    expect(tab.state.signedInAt).toBeLessThanOrEqual(tab.now)
    expect(tab.answer(session()).timerAt).toBe(tab.now + minutes(55))
  })

  test('a clock set back does not stretch the wait after a failure', () => {
    const tab = signedInTab().pass(minutes(55)).fail().sleep(-minutes(600)).send({ type: 'timer' })
    expect(tab.timerAt).toBe(tab.now + seconds(30))
  })

  test('a clock that jitters changes nothing', () => {
    const tab = signedInTab().pass(minutes(10)).sleep(-seconds(2)).send({ type: 'woke' })
    expect(tab.isRefreshing).toBe(false)
    expect(tab.timerAt).toBe(noon + minutes(55))
  })
})

describe('whatever happens', () => {
  const user = fc.constantFrom(ada, bob, newcomer)
  const failure = fc.constantFrom<'network' | { status: number; code: string | null }>(
    'network',
    { status: 503, code: null },
    { status: 401, code: 'access_token_expired' },
    { status: 403, code: 'user_disabled' },
  )
  const step: fc.Arbitrary<(tab: Tab) => Tab> = fc.oneof(
    fc.nat(minutes(90)).map((ms) => (tab: Tab) => tab.pass(ms)),
    fc.integer({ min: -minutes(90), max: minutes(90) }).map((ms) => (tab: Tab) => tab.sleep(ms)),
    fc
      .constantFrom('timer', 'woke', 'online', 'refresh-now', 'token-needed')
      .map((type) => (tab: Tab) => tab.send({ type })),
    fc.constant((tab: Tab) => tab.send({ type: 'token-needed', again: true })),
    fc.option(user).map((who) => (tab: Tab) => tab.answer(who && session(who))),
    failure.map((value) => (tab: Tab) => tab.fail(value)),
    user.map((who) => (tab: Tab) => tab.send({ type: 'signed-in', session: session(who) })),
    user.map((who) => (tab: Tab) => tab.send({ type: 'user-changed', user: who })),
    fc.constant((tab: Tab) => tab.send({ type: 'signed-out', reason: 'signed_out' })),
    fc
      .constantFrom('access_token_expired', 'user_token_expired', 'forbidden')
      .map((code) => (tab: Tab) => (tab.state.token ? tab.refuse(code) : tab)),
    fc.tuple(user, fc.integer({ min: -minutes(10), max: 0 })).map(([who, ago]) => (tab: Tab) => {
      const at = tab.now + ago
      const token = { accessToken: `elsewhere-${++elsewhere}`, issuedAt: at, expiresAt: at + minutes(60) }
      return tab.send({ type: 'other-tab', message: { type: 'session', user: who, token, signedInAt: at } })
    }),
    fc.integer({ min: -minutes(10), max: 0 }).map((ago) => (tab: Tab) => {
      const message = { type: 'signed-out', at: tab.now + ago, reason: 'signed_out' } as const
      return tab.send({ type: 'other-tab', message })
    }),
  )

  test('there is one refresh at a time, a next one always comes, and no data outlives its member', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const tab = startedTab()
        let cachesOf: string | null = null
        for (const take of [(same: Tab) => same, ...steps]) {
          take(tab)
          const { phase, user: member, token } = tab.state
          for (const effect of tab.takeEffects()) {
            if (effect === 'clear-caches') cachesOf = null
          }
          if (phase === 'signed-in') {
            expect(member && token).toBeTruthy()
            expect(cachesOf ?? member!.uid).toBe(member!.uid)
            cachesOf = member!.uid
          } else {
            expect([member, token, cachesOf]).toEqual([null, null, null])
          }
          // Signed in or starting, either a refresh is under way or the timer is set.
          expect(tab.isRefreshing || tab.timerAt !== null).toBe(phase !== 'anonymous')
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('only the codes of the list, an empty refresh, or a person sign a member out', () => {
    const harmless = fc.oneof(
      fc.nat(minutes(90)).map((ms) => (tab: Tab) => tab.pass(ms)),
      fc.integer({ min: -minutes(90), max: minutes(90) }).map((ms) => (tab: Tab) => tab.sleep(ms)),
      fc
        .constantFrom('timer', 'woke', 'online', 'refresh-now', 'token-needed')
        .map((type) => (tab: Tab) => tab.send({ type })),
      fc.constant((tab: Tab) => tab.send({ type: 'token-needed', again: true })),
      fc.constant((tab: Tab) => tab.fail()),
      fc.integer({ min: 400, max: 599 }).map((status) => (tab: Tab) => tab.fail({ status, code: null })),
      fc.string().map((code) => (tab: Tab) => tab.refuse(code)),
      fc.constant((tab: Tab) => tab.refuse('access_token_expired')),
    )
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 40 }), (steps) => {
        const tab = signedInTab()
        for (const take of steps) expect(take(tab).state.phase).toBe('signed-in')
      }),
      { numRuns: 1_000 },
    )
  })
})
