/**
 * From which version on code works with migrations that seem to take something away and have no line `-- Needs:` of their
 * own, which they cannot get any more. Each was looked at, and all are run under code of that version by
 * `e2e/rolling-upgrade.spec.ts`.
 */
export const judgedNeeds: Readonly<Record<string, string>> = {
  // Its trigger is off for one statement of its own, and on again before anybody else can write.
  '0077_click_reviews_of_older_processes.sql': '0.1.0',
  // Null is written by versions that note backups of other tools, and read as no size.
  '0080_noted_backups.sql': '0.1.0',
  // Allows one state more, which processes of before pass on as it is; an operator alone writes it, in a newer one.
  '0081_returned_payments.sql': '0.1.0',
  // Allows more.
  '0087_pause_of_payouts.sql': '0.1.0',
  // Functions that no release had.
  '0090_entries_keep_their_reason.sql': '0.1.0',
  // Checks of new columns, which stay null in what older code writes.
  '0095_backups_know_their_folder.sql': '0.1.0',
  // An index that no `on conflict` goes by: processes of before look through the few that are under review.
  '0100_invitations_wait_since_their_review.sql': '0.1.0',
  '0103_operators_write_first.sql': '0.1.0',
  // Its trigger writes the day where code from before leaves it out.
  '0106_day_of_payment.sql': '0.1.0',
  // Codes that are right for nobody: older code finds no operator by them.
  '0117_proved_addresses.sql': '0.1.0',
  // Allows longer reasons: processes of before write and read shorter ones.
  '0121_reasons_of_blocked_hosts.sql': '0.1.0',
}
