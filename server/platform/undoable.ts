/** Thrown to leave a transaction undone, with what it would have answered. */
class Undone<T> extends Error {
  readonly answer: T

  constructor(answer: T) {
    super('undone')
    this.answer = answer
  }
}

/**
 * Runs a transaction that `undo` leaves without a trace, with its answer: an act is tried, to say what it would change.
 * Its jobs and mails are rows of the transaction, and go with it.
 */
export async function undoable<T>(work: (undo: (answer: T) => never) => Promise<T>): Promise<T> {
  try {
    return await work((answer) => {
      throw new Undone(answer)
    })
  } catch (error) {
    if (error instanceof Undone) return (error as Undone<T>).answer
    throw error
  }
}
