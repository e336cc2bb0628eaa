-- A host of the operator's list stops the links that lead there, and leaves what people decided about them: taken from
-- the list, each link is what it would have been without it.

create function blocked_host_of(url text) returns text language sql stable as $$
  select b.host
  from (select rtrim(lower(substring(url from '^https?://(?:[^/?#@]*@)?([^/?#:]+)')), '.') as host) u
  join blocked_host b on u.host = b.host or right(u.host, length(b.host) + 1) = '.' || b.host
  order by length(b.host), b.host limit 1
$$;

alter table link add column blocked_by_host text
  references blocked_host (host) deferrable initially deferred;
comment on column link.blocked_by_host is 'The host of the list that it leads to, kept by a trigger: it answers as a banned one, whatever its state.';
create index link_blocked on link (blocked_by_host) where blocked_by_host is not null;

-- Who is blocked by the list follows from where the link leads: made, edited or moved with its campaign meanwhile.
create function link_host_blocked() returns trigger language plpgsql as $$
begin
  new.blocked_by_host := coalesce(blocked_host_of(new.destination_url), blocked_host_of(new.fallback_url));
  return new;
end
$$;
create trigger link_blocked_at_first before insert on link for each row execute function link_host_blocked();
create trigger link_blocked_when_moved before update of destination_url, fallback_url on link
  for each row when (old.destination_url <> new.destination_url or old.fallback_url is distinct from new.fallback_url)
  execute function link_host_blocked();

-- What a person has banned gets back the state it had.
alter table link add column banned_from text check (banned_from in ('active', 'disabled'));
alter table link add check (banned_from is null or state = 'banned');
comment on column link.banned_from is 'The state it had when an operator banned it; null for one banned before that was kept.';

-- Of before it is not known which links were banned for their host and which by a person: those stay banned.
update link set blocked_by_host = coalesce(blocked_host_of(destination_url), blocked_host_of(fallback_url))
where coalesce(blocked_host_of(destination_url), blocked_host_of(fallback_url)) is not null;
-- Checked now: a table with checks that wait cannot be altered, here or in what follows.
set constraints all immediate;
