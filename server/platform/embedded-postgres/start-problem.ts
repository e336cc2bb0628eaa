/** A reason the program cannot start that its operator can mend; `message` is one line and names the setting to change. */
export class StartProblem extends Error {
  override readonly name: string = 'StartProblem'
}

/** The data directory belongs to another process of Crels that is running now. */
export class DataDirInUse extends StartProblem {
  override readonly name = 'DataDirInUse'
}
