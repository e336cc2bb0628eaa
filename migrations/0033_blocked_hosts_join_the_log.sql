-- Blocked hosts join the log of acts (docs/decisions/083-an-act-is-an-entry-of-a-chained-log.md).

select audit_table('blocked_host', 'host');
