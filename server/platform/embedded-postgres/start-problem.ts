/** A reason the program cannot start that its operator can mend; `message` is one line and names the setting to change. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}
