-- Who took something back stood behind those who had as much later: when a value was first reached and not lost since is
-- counted anew (migrations/functions/leaderboard.sql).
update leaderboard_state set snapshot = null;
