-- One function takes members out of a frozen board and lets them in again.

\ir functions/leaderboard_order.sql
drop function if exists leaderboard_include(integer, text);
