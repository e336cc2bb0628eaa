import { expect } from 'vitest'
import type { AuthUser, SignedIn } from '#contracts/identity.schemas.ts'
import type { SessionEffect, SessionEvent, SessionState, TabMessage } from './session-events.ts'
import { initialSession, reduceSession } from './session-machine.ts'

/** Durations, in milliseconds. */
export const seconds = (count: number) => count * 1_000
export const minutes = (count: number) => count * 60_000
/** When every tab opens. */
export const noon = Date.UTC(2026, 10, 21, 12)

export const ada: AuthUser = {
  uid: 'usr_ada',
  email: 'ada@example.com',
  emailVerified: true,
  displayName: 'Ada',
  photoURL: null,
}
export const bob: AuthUser = { ...ada, uid: 'usr_bob', email: 'bob@example.com', displayName: 'Bob' }
export const newcomer: AuthUser = { ...ada, emailVerified: false }

let issued = 0
/** An answer that signs in, with a token of its own. */
export const session = (user: AuthUser = ada, expiresInSec = 3_600): SignedIn => ({
  user,
  accessToken: `token-${++issued}`,
  expiresInSec,
})

/** An event without its clock, which the fake tab adds. */
type Happening = SessionEvent extends infer Event
  ? Event extends SessionEvent
    ? Omit<Event, 'now'>
    : never
  : never

/** A tab with a fake clock: keeps the timer the machine asks for, and what it said. */
export class Tab {
  now = noon
  state: SessionState = initialSession
  timerAt: number | null = null
  /** Every effect since `takeEffects`, but the timer's. */
  private effects: SessionEffect[] = []
  messages: TabMessage[] = []
  /** The refresh that is being fetched, as a runtime would know it. */
  private fetching: number | null = null

  send(happening: Happening): this {
    if ('id' in happening && happening.id === this.fetching) this.fetching = null
    const { state, effects } = reduceSession(this.state, { ...happening, now: this.now } as SessionEvent)
    this.state = state
    for (const effect of effects) {
      if (effect.type === 'schedule') this.timerAt = effect.at
      else if (effect.type === 'unschedule') this.timerAt = null
      else this.effects.push(effect)
      if (effect.type === 'broadcast') this.messages.push(effect.message)
      if (effect.type === 'cancel-refresh') {
        expect(effect.id).toBe(this.fetching)
        this.fetching = null
      }
      if (effect.type === 'refresh') {
        expect(this.fetching, 'one refresh at a time').toBeNull()
        this.fetching = effect.id
      }
    }
    expect(this.isRefreshing).toBe(this.fetching !== null)
    return this
  }

  /** Lets time pass; a due timer fires at its time. */
  pass(ms: number): this {
    const until = this.now + ms
    while (this.timerAt !== null && this.timerAt <= until) {
      this.now = Math.max(this.now, this.timerAt)
      this.timerAt = null
      this.send({ type: 'timer' })
    }
    this.now = until
    return this
  }

  /** Time passes without timers: the machine sleeps. */
  sleep(ms: number): this {
    this.now += ms
    return this
  }

  /** Answers the refresh under way. */
  answer(answer: SignedIn | null): this {
    return this.send({ type: 'refresh-answered', id: this.state.refresh.id, session: answer })
  }

  fail(failure: 'network' | { status: number; code: string | null } = 'network'): this {
    return this.send({ type: 'refresh-failed', id: this.state.refresh.id, failure })
  }

  refuse(code: string): this {
    return this.send({ type: 'call-refused', accessToken: this.state.token!.accessToken, code })
  }

  get isRefreshing(): boolean {
    return this.state.refresh.startedAt !== null
  }

  /** What the machine asked for since the last look, in short. */
  takeEffects(): string[] {
    return this.effects.splice(0).map((effect) => {
      if (effect.type === 'go') return `go ${effect.to}`
      if (effect.type === 'broadcast') return `broadcast ${effect.message.type}`
      return effect.type
    })
  }
}

export const startedTab = (lastUid: string | null = null, presumed: AuthUser | null = null) =>
  new Tab().send({ type: 'start', lastUid, presumed })

/** A tab in which a member is signed in since noon. */
export function signedInTab(user: AuthUser = ada, expiresInSec = 3_600): Tab {
  const tab = startedTab().answer(session(user, expiresInSec))
  tab.takeEffects()
  return tab
}
