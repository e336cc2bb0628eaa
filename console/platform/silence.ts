/** Ends what waits for a server that says nothing for a while. */
export class Silence {
  readonly #control = new AbortController()
  readonly #allowedMs: number
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `allowedMs` counts from now, and after each `heard`; `firstMs` is what the first word may take besides. */
  constructor(allowedMs: number, firstMs = 0) {
    this.#allowedMs = allowedMs
    this.#wait(allowedMs + firstMs)
  }

  /** Aborts once it was silent for too long. */
  get signal(): AbortSignal {
    return this.#control.signal
  }

  /** The server said something: it has as long again. */
  heard(): void {
    this.#wait(this.#allowedMs)
  }

  /** Nothing is waited for any more. */
  end(): void {
    clearTimeout(this.#timer)
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => this.#control.abort(new DOMException('The server fell silent', 'TimeoutError')),
      ms,
    )
  }
}
