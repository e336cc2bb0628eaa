import type { Diagnosis, Patient } from './doctor-check.ts'

/** Whether certificates of what is talked to over TLS are verified: what settings can turn off, they do not. */
export function checkCertificates(
  { config }: Pick<Patient, 'config'>,
  environment: Record<string, string | undefined> = process.env,
): Diagnosis {
  const name = 'certificates'
  const [main, pooled] = config.databasePooledUrl
    ? ['DATABASE_DIRECT_URL', 'DATABASE_URL']
    : ['DATABASE_URL', '']
  const databases: [string, string | null][] = [
    [main!, config.databaseUrl],
    [pooled!, config.databasePooledUrl],
    ...config.databaseReplicaUrls.map((url): [string, string] => ['DATABASE_REPLICA_URLS', url]),
  ]
  const open = [
    ...databases.filter(([, url]) => url !== null && trustsAnyDatabase(url)).map(([setting]) => setting),
    ...(config.smtpUrl !== null && trustsAnyMailServer(config.smtpUrl) ? ['SMTP_URL'] : []),
    ...(environment.NODE_TLS_REJECT_UNAUTHORIZED === '0' ? ['NODE_TLS_REJECT_UNAUTHORIZED'] : []),
  ]
  if (open.length === 0)
    return { name, verdict: 'ok', says: 'are verified of everything that is asked over TLS' }
  return {
    name,
    verdict: 'warning',
    says: `are not verified by ${[...new Set(open)].join(', ')}: whoever is in between reads and changes what is said. With a certificate authority of your own, name it (docs/operating.md#certificates)`,
  }
}

/** By node-postgres, whose `require` verifies unless it is to be as libpq. */
function trustsAnyDatabase(url: string): boolean {
  const { searchParams: given } = new URL(url)
  const mode = given.get('sslmode')
  if (mode === 'no-verify') return true
  const isAsLibpq = given.get('uselibpqcompat') === 'true'
  return isAsLibpq && (mode === 'prefer' || (mode === 'require' && !given.has('sslrootcert')))
}

/** By nodemailer, whose options an address may have. */
function trustsAnyMailServer(url: string): boolean {
  return new URL(url).searchParams.get('tls.rejectUnauthorized') === 'false'
}
