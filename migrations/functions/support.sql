-- What was written stays as it was written; it leaves with its request alone.
create or replace function support_message_stays() returns trigger language plpgsql as $$
begin
  raise exception 'support message % is not edited', old.id using errcode = 'check_violation';
end
$$;
