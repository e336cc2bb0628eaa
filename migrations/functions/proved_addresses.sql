-- An address that its owner proved here is a member's with the proof, not with their next call: what is mailed to members
-- goes to proved ones alone. Another address than that account's present one is heard of by a token, as ever.
create or replace function address_proved() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Whoever holds the member goes on to the account: who waited here for them would wait for ever. They are heard of by
  -- the next token then.
  update public.member set email_verified = true
  where uid = (
    select uid from public.member
    where uid = new.id and iss = 'crels' and email = new.email and not email_verified
    for no key update skip locked);
  return null;
end $$;
