import type { SessionEffect, SessionEvent, SessionState } from './session-events.ts'
import { initialSession, reduceSession } from './session-machine.ts'

/** An event without its clock, which the store reads. */
export type SessionNews = SessionEvent extends infer E ? (E extends unknown ? Omit<E, 'now'> : never) : never

/** What runs the machine's effects. */
export type EffectRunner = (effect: SessionEffect) => void

/** Holds the session's state, feeds the machine its events in order and hands its effects to the runner. */
export class SessionStore {
  #state: SessionState = initialSession
  #listeners = new Set<() => void>()
  #queue: SessionNews[] = []
  #running = false
  #run: EffectRunner = () => {}

  get state(): SessionState {
    return this.#state
  }

  /** Names who runs the effects; before that, none may happen. */
  connect(run: EffectRunner): void {
    this.#run = run
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes an event. One that an effect sends waits until the effects before it have run. */
  send(news: SessionNews): void {
    this.#queue.push(news)
    if (this.#running) return
    this.#running = true
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        const step = reduceSession(this.#state, { ...next, now: Date.now() } as SessionEvent)
        this.#state = step.state
        for (const effect of step.effects) this.#run(effect)
        for (const listener of this.#listeners) listener()
      }
    } finally {
      this.#running = false
    }
  }

  /** The state as soon as no refresh is under way. */
  settled(): Promise<SessionState> {
    if (this.#state.refresh.startedAt === null) return Promise.resolve(this.#state)
    return new Promise((resolve) => {
      const stop = this.subscribe(() => {
        if (this.#state.refresh.startedAt !== null) return
        stop()
        resolve(this.#state)
      })
    })
  }
}
