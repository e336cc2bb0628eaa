-- What was certified stays as it was: only its seal changes, and who it is kept under once they have left.
create or replace function tax_profile_kept() returns trigger language plpgsql as $$
begin
  if row (new.id, new.form, new.certification, new.certified_at)
     is distinct from row (old.id, old.form, old.certification, old.certified_at)
  then
    raise exception 'tax profile % stays as it was certified', old.id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
