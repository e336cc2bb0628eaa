/** As long as DATABASE_REPLICA_LAG_SECONDS may be: a replica that is further behind is not asked. */
const replicaLagMaxMs = 30_000

let changedAtMs = -Infinity

/** Something of the member's changed, by this page or as the server announced it: what is read next has to show it. */
export function recordChange(): void {
  changedAtMs = performance.now()
}

/** What a `GET` call says so that no answer is older than a change that this page knows of (decision 094). */
export function freshHeaders(): Record<string, string> | undefined {
  return performance.now() - changedAtMs < replicaLagMaxMs ? { 'cache-control': 'no-cache' } : undefined
}
