-- What was granted lately, for the simulator of the economy. Both tables grow at their end, by time: a block range index
-- is some kilobytes and costs a grant nothing.
create index award_by_time on award using brin (granted_at);
create index check_in_by_time on check_in using brin (at);
