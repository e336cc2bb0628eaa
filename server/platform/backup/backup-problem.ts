import { StartProblem } from '../embedded-postgres/start-problem.ts'

/** A backup cannot be made or used; `message` is one line for a person. */
export class BackupProblem extends StartProblem {}
