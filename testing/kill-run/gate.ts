/** Where all clients pass before they ask, so that the load can be paused while books are compared. */
export class Gate {
  #opening = Promise.withResolvers<void>()
  #isOpen = false
  #inside = 0
  #empty = Promise.withResolvers<void>()

  open(): void {
    this.#isOpen = true
    this.#opening.resolve()
  }

  /** Closes the gate, and resolves when all are out. */
  async close(): Promise<void> {
    if (this.#isOpen) this.#opening = Promise.withResolvers()
    this.#isOpen = false
    this.#empty = Promise.withResolvers()
    if (this.#inside === 0) return
    await this.#empty.promise
  }

  /** Runs `work` inside, when the gate is open. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    while (!this.#isOpen) await this.#opening.promise
    this.#inside += 1
    try {
      return await work()
    } finally {
      this.#inside -= 1
      if (this.#inside === 0) this.#empty.resolve()
    }
  }
}
