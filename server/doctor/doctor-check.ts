import type { Config } from '../config.ts'
import type { Db } from '../platform/database.ts'

/** What a check of `crels doctor` says; only a `problem` makes the command fail. */
export interface Diagnosis {
  name: string
  verdict: 'ok' | 'warning' | 'problem' | 'not checked'
  /** One sentence, with what to do where something is to be done. */
  says: string
}

/** What checks look at. */
export interface Patient {
  config: Config
  /** Null where the database does not open. */
  db: Db | null
  /** What the site that runs with these settings answers at `/readyz`; null where none runs. */
  readiness: { status: string; warnings: { check: string; detail: string }[] } | null
}

/** One look at something that an operator can get wrong; null where there is no such thing. */
export type DoctorCheck = (patient: Patient) => Promise<Diagnosis | null> | Diagnosis
