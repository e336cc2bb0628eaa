-- The search of the console finds a claim by the order it names.

create index conversion_claim_of_order on conversion_claim (order_reference);
