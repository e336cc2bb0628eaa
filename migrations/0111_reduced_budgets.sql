-- Crels are taken out of a budget again: what was paid back to its brand, or was put in by mistake.
comment on column campaign.budget_crels is 'Everything ever put into the budget, less what was taken out of it again. What is left is the ledger''s balance of campaign.budget.';
