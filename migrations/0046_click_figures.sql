-- A member's clicks are read from the index alone: rows stand in the order they were loaded, those of one link each on a
-- page of its own. Not so those of click_breakdown, of which every visit writes up to four.
alter table click_quarter
  drop constraint click_quarter_pkey, add primary key (link_id, quarter, reason) include (countable, clicks, uniques);

-- An index can answer alone only for pages that were looked after: that is to be often, not when a fifth of all years has
-- come new.
alter table click_quarter set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);
