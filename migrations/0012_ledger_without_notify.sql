-- The ledger notifies nobody any more. PostgreSQL commits notifying transactions one after the other, its lock held
-- while the log is flushed: 16 connections came to 161 posts/s with the notification and 285 without, in turns on the
-- same busy machine (docs/decisions/010-posts-notify-nobody.md). Nothing listened.
--
-- The functions of 0003_ledger.sql stay as they are there, but for their line `perform ledger_tell(…)`.
do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosrc like '%perform ledger_tell(%'
  loop
    execute regexp_replace(pg_get_functiondef(v_function), '\n+  perform ledger_tell\([^;]+\);', '');
  end loop;
end
$$;

drop function ledger_tell(bigint[]);
