-- "Is my link working?" names the last conversion of a link, one that was rejected too.
create index conversion_of_link on conversion (link_id, created_at desc) where link_id is not null;
