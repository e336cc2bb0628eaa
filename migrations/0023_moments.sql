-- Moments of a member: what is celebrated once ever, on whichever device is there first.
create table moment (
  party    text not null,
  moment   text not null check (moment ~ '^(first_click|first_conversion|profile_complete|level_[0-9]{1,3})$'),
  shown_at timestamptz(3) not null,
  primary key (party, moment)
);
comment on table moment is 'What was celebrated; the key makes it once. Under the ledger''s name of the member; goes when they leave.';

-- Nothing of the past is news to who was here before.
insert into moment (party, moment, shown_at)
select m.party, 'first_click', now() from member m
where exists (select from link l join click_utc_day d on d.link_id = l.id where l.owner_uid = m.uid)
union all
select m.party, 'first_conversion', now() from member m join badge b on b.party = m.party and b.badge = 'first_conversion'
union all
select party, 'profile_complete', now() from member
where trim(full_name) <> '' and trim(display_name) <> '' and birthday is not null and trim(gender) <> ''
  and country_of_residence <> '' and industries <> '{}' and channels <> '[]';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, truncate on moment from crels_app;
  end if;
end $$;
