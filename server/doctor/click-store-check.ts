import { failureLine } from '../cli/failure-line.ts'
import { inspectClickPlaces } from '../modules/clicks/public.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

const name = 'clicks'

/** The oldest that is not stored yet, of a place that works, in seconds. */
const oldestMaxSec = 300

/** Whether ClickHouse and the log before it answer, have their tables and servers, and keep up; null without them. */
export async function checkClickPlaces({ db, config }: Patient): Promise<Diagnosis | null> {
  if (config.clickPlaces.clickHouseUrl === null) return null
  if (!db) return { name, verdict: 'not checked', says: 'the database does not open' }
  try {
    const { version, oldestSec, missing, cannotForget, log } = await inspectClickPlaces(
      config.clickPlaces,
      db,
    )
    const faults = [
      ...(oldestSec > oldestMaxSec ? [`some have waited for ClickHouse for ${Math.round(oldestSec)} s`] : []),
      ...(missing > 0 ? [`${missing} are in files of a machine that is off, or in none`] : []),
      ...(cannotForget === null
        ? []
        : [`sub-ids of members who left stay in ClickHouse, which says: ${cannotForget.slice(0, 200)}`]),
      ...(log && log.oldestSec > log.keptSec / 2
        ? [
            `some have waited in the log for ${daysOf(log.oldestSec)} days, and are lost after ${daysOf(log.keptSec)} (CLICK_LOG_DAYS)`,
          ]
        : []),
      ...(log && log.lagging.length > 0 ? [`NATS: ${log.lagging.join(', ')} does not follow`] : []),
    ]
    const waiting = log ? `, ${log.waiting} segments wait in the log` : ''
    return faults.length === 0
      ? { name, verdict: 'ok', says: `ClickHouse ${version} has them${waiting}` }
      : { name, verdict: 'warning', says: faults.join('; ') }
  } catch (error) {
    return {
      name,
      verdict: 'problem',
      says: `${failureLine(error)}: clicks wait in DATA_DIR/clicks or in the log`,
    }
  }
}

const daysOf = (seconds: number) => Math.round(seconds / 8_640) / 10
