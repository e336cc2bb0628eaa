import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import type { Findings } from '#contracts/operator-system.schemas.ts'
import { formatAge, formatNumber } from '#console/ui/format.ts'
import { Stat } from '#console/ui/stat.tsx'
import styles from './home.module.css'

/** What the doctor found, as System has it line by line: disk, backup, mail and the rest. */
export function FoundStat({ items, checkedAt }: Findings) {
  const namesOf = (verdict: Findings['items'][number]['verdict']) =>
    items.filter((finding) => finding.verdict === verdict).map(({ name }) => name)
  const problems = namesOf('problem')
  const warnings = namesOf('warning')
  const age = formatAge(checkedAt)
  const names = [...problems, ...warnings].join(', ')
  return (
    <Stat
      label={m.system_findings()}
      value={
        <Link to={`/${consoleRoutes.system}`} className={styles.found}>
          {problems.length > 0
            ? m.home_found_problems({ count: problems.length })
            : warnings.length > 0
              ? m.home_found_warnings({ count: warnings.length })
              : m.home_found_clean()}
        </Link>
      }
      detail={
        names === ''
          ? m.home_found_checked({ count: formatNumber(namesOf('ok').length), age })
          : m.home_found_names({ names, age })
      }
      isBad={problems.length > 0}
    />
  )
}
