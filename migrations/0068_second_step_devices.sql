-- When this browser last finished a sign-in of the account with its second step, or proved a second factor there: it has
-- codes to try of its own then, which strangers who know the password cannot use up. Times are wall time.
alter table identity.device_proof add column second_factor_at timestamptz;
