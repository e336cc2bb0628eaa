/** One thing that decides whether a process can serve, or that its operator should mend. A module adds its own. */
export interface ReadinessCheck {
  name: string
  /** Whether what it finds takes the process out of service (503), or is said beside `ready`. */
  refuses: boolean
  /** What is wrong, in one line fit to publish; null where nothing is. One that throws is said to have failed. */
  look(): Promise<string | null> | string | null
}

/** What a check found. */
export interface ReadinessFinding {
  check: string
  detail: string
}

/** Asks all checks: what refuses service, and what only is to be said. */
export async function judgeReadiness(
  checks: readonly ReadinessCheck[],
): Promise<{ failures: ReadinessFinding[]; warnings: ReadinessFinding[] }> {
  const found = await Promise.all(
    checks.map(async ({ name, refuses, look }) => {
      const detail = await Promise.resolve()
        .then(look)
        .catch(() => `${name} could not be looked at`)
      return detail === null ? [] : [{ refuses, finding: { check: name, detail } }]
    }),
  )
  const of = (refusing: boolean) =>
    found
      .flat()
      .filter(({ refuses }) => refuses === refusing)
      .map(({ finding }) => finding)
  return { failures: of(true), warnings: of(false) }
}
