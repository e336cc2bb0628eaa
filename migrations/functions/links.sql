-- What follows from a change of a link.

-- Notifies every process of changed links, by their codes. A change of many says "all of them" once, since each
-- notification is a line in a queue all databases share.
create or replace function notify_links(p_codes text[]) returns void language plpgsql as $$
begin
  if cardinality(p_codes) > 50 then
    perform pg_notify('link', '*');
  else
    perform pg_notify('link', code) from unnest(p_codes) code;
  end if;
end
$$;

-- Every process keeps links in memory: each change of one, by whatever way, notifies them when it commits.
create or replace function link_changed() returns trigger language plpgsql as $$
declare
  v_codes text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(code) into v_codes from (select code from new_links limit 51) c;
  elsif tg_op = 'DELETE' then
    select array_agg(code) into v_codes from (select code from old_links limit 51) c;
  else
    select array_agg(code) into v_codes
    from (select code from old_links union select code from new_links limit 51) c;
  end if;
  perform notify_links(v_codes);
  return null;
end
$$;

-- Links of a disabled member lead nowhere: every process reads them again, as when they were changed themselves.
create or replace function link_owner_standing_changed() returns trigger language plpgsql as $$
declare
  v_codes text[];
begin
  select array_agg(code) into v_codes from (select code from link where owner_uid = new.uid limit 51) c;
  perform notify_links(v_codes);
  return null;
end
$$;

-- The host of the list that an address leads to, the shortest of several.
create or replace function blocked_host_of(url text) returns text language sql stable as $$
  select b.host
  from (select rtrim(lower(substring(url from '^https?://(?:[^/?#@]*@)?([^/?#:]+)')), '.') as host) u
  join blocked_host b on u.host = b.host or right(u.host, length(b.host) + 1) = '.' || b.host
  order by length(b.host), b.host limit 1
$$;

-- Who is blocked by the list follows from where the link leads: made, edited or moved with its campaign meanwhile.
create or replace function link_host_blocked() returns trigger language plpgsql as $$
begin
  new.blocked_by_host := coalesce(blocked_host_of(new.destination_url), blocked_host_of(new.fallback_url));
  return new;
end
$$;
