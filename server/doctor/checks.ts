import { checkBackup, checkLogArchive, checkSameDisk } from './backup-checks.ts'
import { checkCertificates } from './certificates-check.ts'
import { checkClickPlaces } from './click-store-check.ts'
import { checkClock, checkDatabaseRole, checkDemo, checkLegal, checkReviews } from './database-checks.ts'
import type { DoctorCheck, Patient } from './doctor-check.ts'
import { checkFiles } from './files-check.ts'
import { checkDisk, checkMail, checkSecret } from './machine-checks.ts'
import { checkPooler } from './pooler-check.ts'
import { checkPostgres } from './postgresql-checks.ts'
import { checkVersions, checkWorker } from './process-checks.ts'
import { checkRedis } from './redis-check.ts'
import { checkReplicas } from './replica-check.ts'
import { checkSanctions } from './sanctions-check.ts'
import { checkSender } from './sender-check.ts'
import { checkLimits, checkMetrics, checkOrigin, checkProxy } from './settings-checks.ts'

/** Every check of `crels doctor`, in the order they are shown. */
export const checks = {
  origin: checkOrigin,
  proxy: checkProxy,
  mail: checkMail,
  sender: (patient: Patient) => checkSender(patient),
  sanctions: checkSanctions,
  secret: checkSecret,
  'database role': checkDatabaseRole,
  PostgreSQL: checkPostgres,
  pooler: checkPooler,
  replicas: checkReplicas,
  clicks: checkClickPlaces,
  clock: checkClock,
  worker: checkWorker,
  versions: checkVersions,
  'demo data': checkDemo,
  'legal pages': checkLegal,
  reviews: checkReviews,
  disk: checkDisk,
  files: (patient: Patient) => checkFiles(patient),
  limits: checkLimits,
  certificates: (patient: Patient) => checkCertificates(patient),
  redis: checkRedis,
  metrics: checkMetrics,
  backup: checkBackup,
  same_disk: checkSameDisk,
  archive: checkLogArchive,
} satisfies Record<string, DoctorCheck>

export type CheckName = keyof typeof checks
