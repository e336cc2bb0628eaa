-- A bucket has about two hundred neighbours now (migrations/functions/leaderboard_order.sql). Those there are divide with
-- the first round that changes anything.
comment on table leaderboard_bucket is 'About two hundred neighbours in the order of a board, counted: a rank is the sum of the buckets before and a count within one.';
